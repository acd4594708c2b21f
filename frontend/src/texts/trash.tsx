import type { ReactNode } from 'react';
import { number, plural } from './format';

/** What the trash says. */
export const trashTexts = {
  title: 'Trash',
  about: 'What was deleted can be restored for 30 days. Then it is gone for good.',
  none: { title: 'The trash is empty', text: 'Deleted tasks and projects wait here for 30 days.' },
  list: 'Deleted tasks and projects',
  fetchFailed: 'Failed to fetch the trash',
  project: 'Project',
  deleted: (name: string, moment: string) => `Deleted by ${name} · ${moment}`,
  daysLeft: (days: number) => plural(days, { one: `${number(days)} day left`, other: `${number(days)} days left` }),
  restore: 'Restore',
  restoreNamed: (title: string) => `Restore ${title}`,
  ofArchived: 'Its project is archived. Unarchive it to restore this task.',
  restoredTask: 'Task restored',
  restoredProject: 'Project restored',
  restoreFailed: 'Failed to restore',
  purge: 'Delete for good',
  purgeNamed: (title: string) => `Delete for good: ${title}`,
  purgeTitle: 'Delete for good?',
  purgeTask: (title: ReactNode) => <>{title} and its comments cannot be restored after that.</>,
  purgeProject: (title: ReactNode) => <>{title} and everything in it cannot be restored after that.</>,
  purged: 'Deleted for good',
  purgeFailed: 'Failed to delete',
};
