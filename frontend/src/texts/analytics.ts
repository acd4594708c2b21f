import { number, plural } from './format';

const tasks = (count: number): string =>
  plural(count, { one: `${number(count)} task`, other: `${number(count)} tasks` });
const hours = (count: number): string =>
  plural(count, { one: `${number(count)} hour`, other: `${number(count)} hours` });
const days = (count: number): string => plural(count, { one: `${number(count)} day`, other: `${number(count)} days` });

/** At most so long, as one says it: in hours up to two days, then in days; halves of small ones. */
const atMost = (inHours: number): string => {
  if (inHours < 1) return 'less than an hour';
  if (inHours < 48) return `${hours(Math.ceil(inHours))} or less`;
  const inDays = inHours / 24;
  return `${days(inDays < 10 ? Math.ceil(inDays * 2) / 2 : Math.ceil(inDays))} or less`;
};

/** The end of a class of cycle time: a round number of hours, days or weeks. */
const end = (inHours: number): string => {
  if (inHours < 24) return hours(inHours);
  const inDays = inHours / 24;
  if (inDays < 7) return days(inDays);
  const weeks = inDays / 7;
  return plural(weeks, { one: `${number(weeks)} week`, other: `${number(weeks)} weeks` });
};

/** The words of the figures over time. */
export const analyticsTexts = {
  title: 'Analytics',
  about: 'See what’s done, what’s in progress and how long work takes.',
  failedToFetch: 'Failed to fetch analytics',
  empty: { title: 'No data yet', text: 'Charts appear once your projects have tasks.' },
  nothingInDays: 'Nothing completed in this period',
  noTasksInDays: 'No tasks in this period',
  range: {
    label: 'Range',
    choices: { weeks4: '4 weeks', weeks12: '12 weeks', year: '1 year', own: 'Custom' },
    days: 'Date range',
    /** The first day and the last. */
    of: (from: string, to: string) => (from === to ? from : `${from} – ${to}`),
    wrong: 'Choose a range of up to 366 days',
  },
  project: 'Project',
  allProjects: 'All projects',
  unknownProject: 'Unknown project',
  person: 'Person',
  everybody: 'Everyone',
  unknownPerson: 'Unknown person',
  nobody: 'No assignee',
  table: 'Table',
  copyOf: (title: string) => `Copy table: ${title}`,
  copied: 'Table copied',
  copyFailed: 'Couldn’t copy the table',
  completed: {
    title: 'Completed by week',
    total: (count: number) => `${tasks(count)} completed`,
    week: 'Week of',
    count: 'Completed',
    read: (week: string, count: number) => `Week of ${week}: ${number(count)} completed`,
  },
  flow: {
    title: 'Flow',
    note: 'Tasks in each status at the end of each day',
    day: 'Day',
    read: (day: string, counts: readonly [label: string, count: number][]) =>
      `${day}: ${counts.map(([label, count]) => `${label} ${number(count)}`).join(', ')}`,
  },
  cycle: {
    title: 'Cycle time',
    note: 'From start to completion',
    half: (inHours: number) => `50% of tasks took ${atMost(inHours)}`,
    most: (inHours: number) => `85% took ${atMost(inHours)}`,
    time: 'Cycle time',
    count: 'Tasks',
    class: (from: number, to: number | null) => {
      if (to === null) return `${end(from)} or more`;
      return from === 0 ? `Under ${end(to)}` : `${end(from)} to ${end(to)}`;
    },
  },
  people: {
    title: 'By person',
    person: 'Person',
    completed: 'Completed',
    open: 'Open',
    overdue: 'Overdue',
    first: (count: number) => `First ${number(count)} people`,
  },
};
