import { defineEntity, p } from '@mikro-orm/core';
import { softDeleteColumns } from '../platform/database/softDelete.js';
import type { LogRule } from '../write/changeLog.js';
import { Project } from '../projects/project.entity.js';
import { Task } from '../tasks/task.entity.js';
import { User } from '../users/user.entity.js';

const CommentSchema = defineEntity({
  name: 'Comment',
  tableName: 'comment',
  properties: {
    id: p.uuid().primary(),
    projectId: () => p.manyToOne(Project).joinColumn('project_id').mapToPk().deleteRule('cascade'),
    taskId: () => p.manyToOne(Task).joinColumn('task_id').mapToPk().deleteRule('cascade'),
    authorId: () => p.manyToOne(User).joinColumn('author_id').mapToPk(),
    text: p.text(),
    version: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    ...softDeleteColumns,
  },
});

export class Comment extends CommentSchema.class {
  static readonly log: LogRule<Comment> = {
    entity: 'comment',
    headline: 'text',
    fields: ['text', 'authorId', 'taskId', 'deletedAt'],
    projectId: (it) => it.projectId,
    entityId: (it) => it.id,
  };
}
CommentSchema.setClass(Comment);
export { CommentSchema };
