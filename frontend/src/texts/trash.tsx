import type { ReactNode } from 'react';
import { number, plural } from './format';

/** What the trash says. */
export const trashTexts = {
  title: 'Trash',
  about: 'Deleted items can be restored for 30 days. Then they’re deleted forever.',
  none: { title: 'The trash is empty', text: 'Deleted tasks and projects are kept for 30 days.' },
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
  purge: 'Delete forever',
  purgeNamed: (title: string) => `Delete forever: ${title}`,
  purgeTitle: 'Delete forever?',
  purgeTask: (title: ReactNode) => <>You can’t restore {title} or its comments after that.</>,
  purgeProject: (title: ReactNode) => <>You can’t restore {title} or anything in it after that.</>,
  purged: 'Deleted forever',
  purgeFailed: 'Failed to delete',
};
