import { defineEntity, p } from '@mikro-orm/core';
import { tombstone } from '../db/tombstone.js';
import type { LogRule } from '../kernel/changeLog.js';
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
    ...tombstone,
  },
});

/** One thing to do within a task. Its place is its rank among the task's items. */
export class ChecklistItem extends ChecklistItemSchema.class {
  static readonly log: LogRule<ChecklistItem> = {
    entity: 'checklist_item',
    fields: ['text', 'done', 'rank', 'taskId', 'deletedAt'],
    projectId: (it) => it.projectId,
    entityId: (it) => it.id,
  };
}
ChecklistItemSchema.setClass(ChecklistItem);
export { ChecklistItemSchema };
