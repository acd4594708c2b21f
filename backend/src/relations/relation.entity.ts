import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { RelationKind } from '../../contract/enums.js';
import { softDeleteColumns } from '../platform/database/softDelete.js';
import type { LogRule } from '../write/changeLog.js';
import { Project } from '../projects/project.entity.js';
import { Task } from '../tasks/task.entity.js';
import { User } from '../users/user.entity.js';
import { cannotRestoreRelation, hasRoom } from './cycles.js';

const TaskRelationSchema = defineEntity({
  name: 'TaskRelation',
  tableName: 'task_relation',
  properties: {
    id: p.uuid().primary(),
    projectId: () => p.manyToOne(Project).joinColumn('project_id').mapToPk().deleteRule('cascade'),
    taskId: () => p.manyToOne(Task).joinColumn('task_id').mapToPk().deleteRule('cascade'),
    otherId: () => p.manyToOne(Task).joinColumn('other_id').mapToPk().deleteRule('cascade'),
    kind: p.enum(() => RelationKind),
    creatorId: () => p.manyToOne(User).joinColumn('creator_id').mapToPk(),
    createdAt: p.datetime(3),
    version: p.integer(),
    ...softDeleteColumns,
  },
});

/** SQL condition: the relation `e` was deleted with `part`, and both its tasks exist again: it is restored with it. */
const RESTORED_TOGETHER = sql`(e.deleted_revision = part.deleted_revision and e.project_id = part.project_id
  and not exists (select 1 from task x where x.id in (e.task_id, e.other_id) and x.deleted_at is not null))`;

/** A relation between two tasks of a project: `taskId` blocks or duplicates `otherId`, or is related to it. */
export class TaskRelation extends TaskRelationSchema.class {
  static readonly log: LogRule<TaskRelation> = {
    entity: 'task_relation',
    headline: 'kind',
    fields: ['kind', 'taskId', 'otherId', 'creatorId', 'deletedAt'],
    // Relations that were deleted together are restored together. The two tasks can be in different projects by now.
    mayReturn: sql`(not ${cannotRestoreRelation(RESTORED_TOGETHER)} and ${hasRoom(RESTORED_TOGETHER)}
      and (select count(distinct x.project_id) from task x where x.id in (part.task_id, part.other_id)) = 1)`,
    copiedWith: { task: false, project: true },
    projectId: (it) => it.projectId,
    entityId: (it) => it.id,
  };
}
TaskRelationSchema.setClass(TaskRelation);
export { TaskRelationSchema };
