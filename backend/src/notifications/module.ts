import type { Module } from '../write/module.js';
import { mailDigest, scanDigests } from './digest.job.js';
import { scanDue } from './dueScan.js';
import { mailNotification } from './mail.job.js';
import { NotificationConnectionFields, NotificationFields } from './notification.fields.js';
import { NotificationResolver } from './notification.resolver.js';
import { notifyOfChanges, notifyOfBulkRun } from './notify.js';
import { pushNotification } from './push.job.js';
import { wakeSnoozed } from './snooze.job.js';
import { PushResolver } from './push.resolver.js';
import { notificationRoutes } from './notification.routes.js';
import { pushRoutes } from './push.routes.js';

export const notificationsModule: Module = {
  resolvers: [NotificationFields, NotificationConnectionFields, NotificationResolver, PushResolver],
  routes: [...notificationRoutes, ...pushRoutes],
  jobs: {
    mailNotification,
    pushNotification,
    mailDigest,
    snoozeScan: wakeSnoozed,
    dueScan: async (resources) => void (await scanDue(resources)),
    digestScan: async (resources) => void (await scanDigests(resources)),
  },
  crontab: ['* * * * * dueScan ?max=3', '* * * * * snoozeScan ?max=3', '*/15 * * * * digestScan ?max=3'],
  reactions: { changed: [notifyOfChanges], bulkRunEnded: [notifyOfBulkRun] },
};
