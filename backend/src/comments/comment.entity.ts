import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { isoText } from '../platform/database/isoText.js';
import type { Moment } from '../platform/database/rows.js';
import { softDeleteColumns } from '../platform/database/softDelete.js';
import type { LogRule } from '../write/changeLog.js';
import { Project } from '../projects/project.entity.js';
import { Task } from '../tasks/task.entity.js';
import { User } from '../users/user.entity.js';

/** The original author of a copied or imported comment, and when they wrote it. */
export interface CommentSource {
  name: string;
  at: Moment;
}

/** The source of the comment with this alias, in SQL. */
export const copiedFromSql = (c: string): string => `case when ${c}.copied_at is not null then jsonb_build_object(
  'name', (select a.first_name || ' ' || a.last_name from account a where a.id = ${c}.copied_author_id),
  'at', ${isoText(`${c}.copied_at`)}) end`;

const CommentSchema = defineEntity({
  name: 'Comment',
  tableName: 'comment',
  properties: {
    id: p.uuid().primary(),
    projectId: () => p.manyToOne(Project).joinColumn('project_id').mapToPk().deleteRule('cascade'),
    taskId: () => p.manyToOne(Task).joinColumn('task_id').mapToPk().deleteRule('cascade'),
    authorId: () => p.manyToOne(User).joinColumn('author_id').mapToPk(),
    text: p.text(),
    // In a copy: the author of the original comment, and its time.
    copiedAuthorId: () => p.manyToOne(User).joinColumn('copied_author_id').mapToPk().strictNullable(),
    copiedAt: p.datetime(3).strictNullable(),
    copiedFrom: p
      .json<CommentSource>()
      .formula((comment) => copiedFromSql(String(comment)))
      .strictNullable(),
    // In an imported comment: its author in the other program, and its time.
    importedFrom: p.json<CommentSource>().strictNullable(),
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
    copy: {
      copiedAuthorId: sql`coalesce(src.copied_author_id, src.author_id)`,
      copiedAt: sql`coalesce(src.copied_at, src.created_at)`,
    },
    copiedWith: { task: false, project: 'comments' },
    projectId: (it) => it.projectId,
    entityId: (it) => it.id,
  };
}
CommentSchema.setClass(Comment);
export { CommentSchema };
