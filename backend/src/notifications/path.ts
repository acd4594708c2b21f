import type { NotificationKind } from '../../contract/enums.js';
import { EXPORT_PATH, pathOfSeveral } from '../../contract/notificationPath.js';

/** What a notification is about; of what kind and how many things is not known of mails that an older version queued. */
interface About {
  kind?: NotificationKind | undefined;
  count?: number | undefined;
  taskId: string | null;
  projectId: string | null;
}

/** Where a notification leads: to its task, else its project; if of several, to where they stand together. */
export function pathOf({ kind, count = 1, taskId, projectId }: About): string {
  if (count > 1) return kind ? pathOfSeveral(kind, projectId) : '/tasks';
  if (kind === 'EXPORT_READY') return EXPORT_PATH;
  if (taskId && projectId) return `/projects/${projectId}?task=${taskId}`;
  return `/projects${projectId ? `/${projectId}` : ''}`;
}
