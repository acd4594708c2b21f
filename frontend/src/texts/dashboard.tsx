import type { ReactNode } from 'react';
import { msg, plural, t } from '@lingui/core/macro';
import { number } from './format';
import { rich } from './rich';

const tasks = (count: number): string => plural(count, { one: '# task', other: '# tasks' });
const weeks = (count: number): string => plural(count, { one: '# week', other: '# weeks' });

export const dashboardTexts = {
  pageTitle: t`Dashboard`,
  welcome: (firstName: string) => t`Welcome back, ${firstName}!`,
  firstWelcome: (firstName: string) => t`Welcome, ${firstName}!`,
  subtitle: t`Here's what's happening with your tasks today.`,
  newTask: t`New Task`,
  failedToFetch: t`Failed to fetch dashboard stats`,
  viewAll: t`View all`,
  stats: {
    label: t`Statistics`,
    total: t`Total Tasks`,
    inProgress: t`In Progress`,
    completed: t`Completed`,
    overdue: t`Overdue`,
    change: (percent: ReactNode) =>
      rich(msg`<percent/> <span>from last month</span>`, { percent: <>{percent}</>, span: <span /> }),
  },
  week: {
    title: t`My week`,
    viewAll: t`View all your tasks by due date`,
    none: t`Nothing due this week`,
    overdue: t`Overdue`,
    today: t`Today`,
    tomorrow: t`Tomorrow`,
    more: (count: number) => t`${{ count: number(count) }} more this week`,
  },
  since: {
    title: t`Since your last visit`,
    viewAll: t`View all activity`,
    /** The highest number of changes that are counted. */
    counted: 1000,
    count: (count: number, people: number, isCut: boolean) => {
      const changes = isCut
        ? t`${{ count: number(count) }}+ changes`
        : plural(count, { one: '# change', other: '# changes' });
      const byPeople = plural(people, { one: 'by # person', other: 'by # people' });
      return t`${changes} ${byPeople}`;
    },
    /** A comment's text, after the sentence about who commented. */
    said: (text: string) => t`: ${text}`,
    none: t`No changes since your last visit`,
  },
  recent: {
    title: t`Recent Tasks`,
    viewAll: t`View all tasks`,
    empty: t`No tasks`,
    emptyText: t`Get started by creating a new task.`,
  },
  projects: {
    title: t`Projects`,
    viewAll: t`View all projects`,
    empty: t`No projects yet`,
  },
  overdue: { title: t`Overdue Tasks`, viewAll: t`View all overdue tasks` },
  completed: {
    title: t`Completed`,
    inWeeks: (count: number, weekCount: number) => t`${{ count: number(count) }} in ${{ weekCount: weeks(weekCount) }}`,
    none: (weekCount: number) => t`Nothing completed in the last ${{ weekCount: weeks(weekCount) }}`,
    perStone: (count: number) => t`Each stone is up to ${{ count: tasks(count) }}`,
    table: t`Tasks completed by week`,
    weekColumn: t`Week of`,
    countColumn: t`Completed`,
  },
};
