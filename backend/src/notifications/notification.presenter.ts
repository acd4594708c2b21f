import type { NotificationRow } from './notification.reads.js';

/** A notification as REST answers one. */
export function presentNotification(notification: NotificationRow) {
  const { id, kind, title, message, read, createdAt, actorId, taskId, projectId, count } = notification;
  return { id, kind, title, message, read, createdAt, actorId, taskId, projectId, count };
}
