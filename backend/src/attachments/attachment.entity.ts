import { defineEntity, p } from '@mikro-orm/core';
import { softDeleteColumns } from '../platform/database/softDelete.js';
import type { LogRule } from '../write/changeLog.js';
import { Project } from '../projects/project.entity.js';
import { Task } from '../tasks/task.entity.js';
import { User } from '../users/user.entity.js';

const AttachmentSchema = defineEntity({
  name: 'Attachment',
  tableName: 'attachment',
  properties: {
    id: p.uuid().primary(),
    projectId: () => p.manyToOne(Project).joinColumn('project_id').mapToPk().deleteRule('cascade'),
    taskId: () => p.manyToOne(Task).joinColumn('task_id').mapToPk().deleteRule('cascade'),
    // The content. Several attachments can share one.
    fileId: p.uuid(),
    creatorId: () => p.manyToOne(User).joinColumn('creator_id').mapToPk(),
    name: p.text(),
    // Read from the content.
    type: p.text(),
    size: p.bigint('number'),
    width: p.integer().strictNullable(),
    height: p.integer().strictNullable(),
    hasThumbnail: p.boolean(),
    // True for at most one attachment per task.
    isCover: p.boolean(),
    createdAt: p.datetime(3),
    version: p.integer(),
    ...softDeleteColumns,
  },
});

/** A file that is attached to a task. */
export class Attachment extends AttachmentSchema.class {
  static readonly log: LogRule<Attachment> = {
    entity: 'attachment',
    headline: 'name',
    fields: ['name', 'type', 'size', 'isCover', 'taskId', 'creatorId', 'deletedAt'],
    copiedWith: { task: true, project: 'files' },
    projectId: (it) => it.projectId,
    entityId: (it) => it.id,
  };
}
AttachmentSchema.setClass(Attachment);
export { AttachmentSchema };
