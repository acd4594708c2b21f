import type { ReactNode } from 'react';
import { msg, plural, t } from '@lingui/core/macro';
import { rich } from './rich';

export const trashTexts = {
  title: t`Trash`,
  about: t`Deleted items can be restored for 30 days. Then they’re deleted forever.`,
  none: { title: t`The trash is empty`, text: t`Deleted tasks and projects are kept for 30 days.` },
  list: t`Deleted tasks and projects`,
  fetchFailed: t`Failed to fetch the trash`,
  project: t`Project`,
  deleted: (name: string, moment: string) => t`Deleted by ${name} · ${moment}`,
  daysLeft: (days: number) => plural(days, { one: '# day left', other: '# days left' }),
  restore: t`Restore`,
  restoreNamed: (title: string) => t`Restore ${title}`,
  ofReader: t`Only members and owners of its project can restore it.`,
  ofArchived: t`Its project is archived. Unarchive it to restore this task.`,
  restoredTask: t`Task restored`,
  restoredProject: t`Project restored`,
  restoreFailed: t`Failed to restore`,
  purge: t`Delete forever`,
  purgeNamed: (title: string) => t`Delete forever: ${title}`,
  purgeTitle: t`Delete forever?`,
  purgeTask: (title: ReactNode) =>
    rich(msg`You can’t restore <title/> or its comments after that.`, { title: <>{title}</> }),
  purgeProject: (title: ReactNode) =>
    rich(msg`You can’t restore <title/> or anything in it after that.`, { title: <>{title}</> }),
  purged: t`Deleted forever`,
  purgeFailed: t`Failed to delete`,
};
