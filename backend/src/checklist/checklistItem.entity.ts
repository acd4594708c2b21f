import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { softDeleteColumns } from '../platform/database/softDelete.js';
import type { LogRule } from '../write/changeLog.js';
import { Project } from '../projects/project.entity.js';
import { Task } from '../tasks/task.entity.js';

const ChecklistItemSchema = defineEntity({
  name: 'ChecklistItem',
  tableName: 'checklist_item',
  properties: {
    id: p.uuid().primary(),
    projectId: () => p.manyToOne(Project).joinColumn('project_id').mapToPk().deleteRule('cascade'),
    taskId: () => p.manyToOne(Task).joinColumn('task_id').mapToPk().deleteRule('cascade'),
    text: p.text(),
    done: p.boolean(),
    rank: p.text().collation('C'),
    version: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    ...softDeleteColumns,
  },
});

/** `rank` orders the items of a task. */
export class ChecklistItem extends ChecklistItemSchema.class {
  static readonly log: LogRule<ChecklistItem> = {
    entity: 'checklist_item',
    headline: 'text',
    fields: ['text', 'done', 'rank', 'taskId', 'deletedAt'],
    copy: { done: sql`false` },
    copiedWith: { task: true, project: 'checklists' },
    projectId: (it) => it.projectId,
    entityId: (it) => it.id,
  };
}
ChecklistItemSchema.setClass(ChecklistItem);
export { ChecklistItemSchema };
