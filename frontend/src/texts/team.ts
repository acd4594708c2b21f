import { plural, t } from '@lingui/core/macro';
import { number } from './format';

/** Texts about the people of the viewer's projects, and their activity. */
export const teamTexts = {
  title: t`Team`,
  about: t`Everyone in your projects and their work.`,
  failedToFetch: t`Failed to fetch the team`,
  you: t`You`,
  person: t`Person`,
  projects: t`Projects`,
  open: t`Open`,
  overdue: t`Overdue`,
  completedThisWeek: t`Done this week`,
  moreProjects: (count: number) => `+${number(count)}`,
  alone: {
    title: t`You’re the only one here`,
    text: t`Invite people to a project to see their work here.`,
  },
  activityOfAll: t`All activity`,
  ofPerson: {
    back: t`Team`,
    openTasks: t`Open tasks`,
    allOpen: (count: number) => plural(count, { one: 'View the task', other: 'View all #' }),
    noneOpen: t`No open tasks`,
    activity: t`Activity`,
    failedToFetch: t`Failed to fetch the person`,
    missing: t`Person not found`,
    missingText: t`You don’t share a project.`,
  },
  activity: {
    title: t`Activity`,
    about: t`What happened in your projects, day by day.`,
    failedToFetch: t`Failed to fetch activity`,
    person: t`Person`,
    everyone: t`Everyone`,
    project: t`Project`,
    allProjects: t`All projects`,
    none: { title: t`No activity`, text: t`Activity in your projects appears here.` },
    noneOfThese: { title: t`No activity`, text: t`Changes to tasks and comments appear here.` },
  },
  /** In the command menu. */
  activityOf: (name: string) => t`${name}’s activity`,
  people: t`People`,
};
