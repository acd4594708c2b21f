import type { ReactNode } from 'react';
import { number, plural } from './format';

const tasks = (count: number): string =>
  plural(count, { one: `${number(count)} task`, other: `${number(count)} tasks` });
const weeks = (count: number): string =>
  plural(count, { one: `${number(count)} week`, other: `${number(count)} weeks` });

/** The words of the dashboard. */
export const dashboardTexts = {
  pageTitle: 'Dashboard',
  welcome: (firstName: string) => `Welcome back, ${firstName}!`,
  subtitle: "Here's what's happening with your tasks today.",
  newTask: 'New Task',
  failedToFetch: 'Failed to fetch dashboard stats',
  viewAll: 'View all',
  stats: {
    label: 'Statistics',
    total: 'Total Tasks',
    inProgress: 'In Progress',
    completed: 'Completed',
    overdue: 'Overdue',
    change: (percent: ReactNode) => (
      <>
        {percent} <span>from last month</span>
      </>
    ),
  },
  week: {
    title: 'My week',
    viewAll: 'View all your tasks by due date',
    none: 'Nothing due this week',
    overdue: 'Overdue',
    today: 'Today',
    tomorrow: 'Tomorrow',
    more: (count: number) => `${number(count)} more this week`,
  },
  since: {
    title: 'Since your last visit',
    viewAll: 'View all activity',
    /** What is counted ends there. */
    counted: 1000,
    count: (count: number, people: number, isCut: boolean) =>
      `${isCut ? `${number(count)}+ changes` : plural(count, { one: '1 change', other: `${number(count)} changes` })} by ${plural(people, { one: '1 person', other: `${number(people)} people` })}`,
    /** What somebody said, after the sentence that says that they did. */
    said: (text: string) => `: ${text}`,
    none: 'No changes since your last visit',
  },
  recent: {
    title: 'Recent Tasks',
    viewAll: 'View all tasks',
    empty: 'No tasks',
    emptyText: 'Get started by creating a new task.',
  },
  projects: {
    title: 'Projects',
    viewAll: 'View all projects',
    empty: 'No projects yet',
  },
  overdue: { title: 'Overdue Tasks', viewAll: 'View all overdue tasks' },
  completed: {
    title: 'Completed',
    inWeeks: (count: number, weekCount: number) => `${number(count)} in ${weeks(weekCount)}`,
    none: (weekCount: number) => `Nothing completed in the last ${weeks(weekCount)}`,
    perStone: (count: number) => `Each stone is up to ${tasks(count)}`,
    table: 'Tasks completed by week',
    weekColumn: 'Week of',
    countColumn: 'Completed',
  },
};
