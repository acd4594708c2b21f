import type { Module } from '../write/module.js';
import { AttachmentSchema } from './attachment.entity.js';
import { AttachmentFields, AttachmentResolver, TaskAttachmentFields } from './attachment.resolver.js';
import { attachmentRoutes } from './attachment.routes.js';
import { sweepFiles } from './fileStore.js';

export const attachmentsModule: Module = {
  entities: [AttachmentSchema],
  resolvers: [AttachmentResolver, TaskAttachmentFields, AttachmentFields],
  routes: attachmentRoutes,
  jobs: {
    sweepFiles: async ({ orm, now, log }) => {
      const removed = await sweepFiles(orm, now());
      if (removed > 0) log.info({ removed }, 'files without attachments were removed');
    },
  },
  crontab: ['17 * * * * sweepFiles ?max=3'],
};
