import { number, plural } from './format';

/** The words of the people of one's projects and of what they did. */
export const teamTexts = {
  title: 'Team',
  about: 'The people of your projects and what they have to do there.',
  failedToFetch: 'Failed to fetch the team',
  you: 'You',
  person: 'Person',
  projects: 'Projects',
  open: 'Open',
  overdue: 'Overdue',
  completedThisWeek: 'Done this week',
  moreProjects: (count: number) => `+${number(count)}`,
  alone: {
    title: 'You are the only one here',
    text: 'Add people to a project, and you see here what they have to do.',
    action: 'Go to Projects',
  },
  activityOfAll: 'All activity',
  ofPerson: {
    back: 'Team',
    openTasks: 'Open tasks',
    allOpen: (count: number) => plural(count, { one: 'View the task', other: `View all ${number(count)}` }),
    noneOpen: 'Nothing to do',
    activity: 'Activity',
    failedToFetch: 'Failed to fetch the person',
    missing: 'Nobody here',
    missingText: 'You share no project with this person.',
  },
  activity: {
    title: 'Activity',
    about: 'What happened in your projects, day by day.',
    failedToFetch: 'Failed to fetch the activity',
    person: 'Person',
    everybody: 'Everybody',
    project: 'Project',
    allProjects: 'All Projects',
    none: { title: 'No activity', text: 'What people do in your projects appears here.' },
    noneOfThese: { title: 'No activity', text: 'Try another person or project.' },
  },
  /** In the menu of commands. */
  activityOf: (name: string) => `${name}'s activity`,
  people: 'People',
};
