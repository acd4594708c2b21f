import type { NotificationKind } from './enums.js';

/** Where a download of one's data is: the row of the settings. */
export const EXPORT_PATH = '/settings#download';

/** Where a notification of several tasks leads, in the app and from a mail: to where they stand together. */
export function pathOfSeveral(kind: NotificationKind, projectId: string | null | undefined): string {
  if (kind === 'OVERDUE') return '/tasks?overdue=true';
  if (kind === 'DUE_SOON') return '/tasks?sort=DUE_ASC';
  return projectId ? `/projects/${projectId}` : '/tasks';
}
