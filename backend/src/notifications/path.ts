import { fixedPath, type NotificationKind, pathOfSeveral } from '../../contract/notificationKinds.js';

/** Mails queued by an older version have neither a kind nor a count. */
interface About {
  kind?: NotificationKind | undefined;
  count?: number | undefined;
  taskId: string | null;
  projectId: string | null;
}

/** Returns the app's path for a notification: its task, else its project; a list of the tasks if there are several. */
export function notificationPath({ kind, count = 1, taskId, projectId }: About): string {
  if (count > 1) return kind ? pathOfSeveral(kind, projectId) : '/tasks';
  const fixed = kind ? fixedPath(kind) : null;
  if (fixed !== null) return fixed;
  if (taskId && projectId) return `/projects/${projectId}?task=${taskId}`;
  return `/projects${projectId ? `/${projectId}` : ''}`;
}

/** The address of the settings of notifications, for the small print of mails. */
export const notificationSettings = (publicUrl: string): string => `${publicUrl}/settings#notifications`;
