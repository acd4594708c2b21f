import { number, plural } from './format';

/** The words of the people of one's projects and of what they did. */
export const teamTexts = {
  title: 'Team',
  about: 'Everyone in your projects and their work.',
  failedToFetch: 'Failed to fetch the team',
  you: 'You',
  person: 'Person',
  projects: 'Projects',
  open: 'Open',
  overdue: 'Overdue',
  completedThisWeek: 'Done this week',
  moreProjects: (count: number) => `+${number(count)}`,
  alone: {
    title: 'You’re the only one here',
    text: 'Add people to a project to see their work here.',
    action: 'Go to Projects',
  },
  activityOfAll: 'All activity',
  ofPerson: {
    back: 'Team',
    openTasks: 'Open tasks',
    allOpen: (count: number) => plural(count, { one: 'View the task', other: `View all ${number(count)}` }),
    noneOpen: 'No open tasks',
    activity: 'Activity',
    failedToFetch: 'Failed to fetch the person',
    missing: 'Person not found',
    missingText: 'You don’t share a project.',
  },
  activity: {
    title: 'Activity',
    about: 'What happened in your projects, day by day.',
    failedToFetch: 'Failed to fetch activity',
    person: 'Person',
    everybody: 'Everyone',
    project: 'Project',
    allProjects: 'All projects',
    none: { title: 'No activity', text: 'What people do in your projects appears here.' },
    noneOfThese: { title: 'No activity', text: 'Try another person or project.' },
  },
  /** In the menu of commands. */
  activityOf: (name: string) => `${name}’s activity`,
  people: 'People',
};
