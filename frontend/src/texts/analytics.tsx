import type { ReactNode } from 'react';
import { msg, plural, t } from '@lingui/core/macro';
import { joined } from './joined';
import { number } from './format';
import { rich } from './rich';

const tasks = (count: number): string => plural(count, { one: '# task', other: '# tasks' });

/** Formats a duration as an upper bound: in hours up to two days, then in days, with halves below ten. */
const atMost = (inHours: number): string => {
  if (inHours < 1) return t`less than an hour`;
  if (inHours < 48) {
    const count = Math.ceil(inHours);
    return plural(count, { one: '# hour or less', other: '# hours or less' });
  }
  const inDays = inHours / 24;
  const count = inDays < 10 ? Math.ceil(inDays * 2) / 2 : Math.ceil(inDays);
  return plural(count, { one: '# day or less', other: '# days or less' });
};

/** Formats the upper end of a class of cycle times: a whole number of hours, days or weeks. */
const end = (inHours: number): string => {
  if (inHours < 24) return plural(inHours, { one: '# hour', other: '# hours' });
  const days = inHours / 24;
  if (days < 7) return plural(days, { one: '# day', other: '# days' });
  const weeks = days / 7;
  return plural(weeks, { one: '# week', other: '# weeks' });
};

/** Texts of the charts over time. */
export const analyticsTexts = {
  title: t`Analytics`,
  about: t`See what’s done, what’s in progress and how long work takes.`,
  failedToFetch: t`Failed to fetch analytics`,
  empty: { title: t`No data yet`, text: t`Charts appear once your projects have tasks.` },
  nothingInDays: t`Nothing completed in this period`,
  noTasksInDays: t`No tasks in this period`,
  range: {
    label: t`Range`,
    choices: { weeks4: t`4 weeks`, weeks12: t`12 weeks`, year: t`1 year`, own: t`Custom` },
    days: t`Date range`,
    /** The first and the last day. */
    of: (from: string, to: string) => (from === to ? from : `${from} – ${to}`),
    wrong: t`Choose a range of up to 366 days`,
  },
  project: t`Project`,
  allProjects: t`All projects`,
  unknownProject: t`Unknown project`,
  person: t`Person`,
  everyone: t`Everyone`,
  unknownPerson: t`Unknown person`,
  noAssignee: t`No assignee`,
  table: t`Table`,
  copyOf: (title: string) => t`Copy table: ${title}`,
  copied: t`Table copied`,
  copyFailed: t`Couldn’t copy the table`,
  completed: {
    title: t`Completed by week`,
    total: (count: number) => t`${{ count: tasks(count) }} completed`,
    week: t`Week of`,
    count: t`Completed`,
    read: (week: string, count: number) => t`Week of ${week}: ${{ count: number(count) }} completed`,
  },
  flow: {
    title: t`Flow`,
    note: t`Tasks in each status at the end of each day`,
    day: t`Day`,
    read: (day: string, counts: readonly [label: string, count: number][]) =>
      t`${day}: ${{ counts: joined(counts.map(([label, count]) => `${label} ${number(count)}`)) }}`,
  },
  cycle: {
    title: t`Cycle time`,
    note: t`From start to completion`,
    half: (inHours: number) => t`50% of tasks took ${{ inHours: atMost(inHours) }}`,
    most: (inHours: number) => t`85% took ${{ inHours: atMost(inHours) }}`,
    time: t`Cycle time`,
    count: t`Tasks`,
    class: (from: number, to: number | null) => {
      if (to === null) return t`${{ from: end(from) }} or more`;
      return from === 0 ? t`Under ${{ to: end(to) }}` : t`${{ from: end(from) }} to ${{ to: end(to) }}`;
    },
  },
  people: {
    title: t`By person`,
    person: t`Person`,
    completed: t`Completed`,
    open: t`Open`,
    overdue: t`Overdue`,
    /** Of one person. */
    counts: {
      completed: (count: ReactNode) => rich(msg`<count/> completed`, { count: <>{count}</> }),
      open: (count: ReactNode) => rich(msg`<count/> open`, { count: <>{count}</> }),
      overdue: (count: ReactNode) => rich(msg`<count/> overdue`, { count: <>{count}</> }),
    },
    first: (count: number) => t`First ${{ count: number(count) }} people`,
  },
};
