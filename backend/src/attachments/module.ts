import { longJob } from '../platform/jobs/addJob.js';
import type { Module } from '../write/module.js';
import { AttachmentSchema } from './attachment.entity.js';
import { AttachmentFields, AttachmentResolver, TaskAttachmentFields } from './attachment.resolver.js';
import { attachmentRoutes } from './attachment.routes.js';
import { sweepFiles } from './fileStore.js';
import { moveNewFiles, removeObjects } from './moveFiles.js';
import { presentAttachment } from './attachment.presenter.js';
import { readAttachment } from './attachment.reads.js';

export const attachmentsModule: Module = {
  entities: [AttachmentSchema],
  resolvers: [AttachmentResolver, TaskAttachmentFields, AttachmentFields],
  routes: attachmentRoutes,
  versioned: {
    attachment: { param: 'id', present: async (ctx, id) => presentAttachment(ctx, await readAttachment(ctx, id)) },
  },
  jobs: {
    moveNewFiles: (resources) => moveNewFiles(resources),
    removeObjects: async (resources) => {
      const removed = await removeObjects(resources);
      if (removed > 0) resources.log.info({ removed }, 'objects without files were removed');
    },
    sweepFiles: async ({ orm, now, log }) => {
      const removed = await sweepFiles(orm, now());
      if (removed > 0) log.info({ removed }, 'files without attachments were removed');
    },
  },
  crontab: [
    longJob('17 * * * *', 'sweepFiles'),
    longJob('*/5 * * * *', 'moveNewFiles', 1),
    longJob('47 * * * *', 'removeObjects'),
  ],
};
