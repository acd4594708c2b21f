import { defineEntity, p } from '@mikro-orm/core';
import { TaskStatus } from '../../contract/enums.js';
import { softDeleteColumns } from '../platform/database/softDelete.js';
import { Project } from '../projects/project.entity.js';
import type { LogRule } from '../write/changeLog.js';

const ColumnSchema = defineEntity({
  name: 'Column',
  tableName: 'column',
  properties: {
    id: p.uuid().primary(),
    projectId: () => p.manyToOne(Project).joinColumn('project_id').mapToPk().deleteRule('cascade'),
    name: p.text(),
    color: p.text().strictNullable(),
    status: p.enum(() => TaskStatus).nativeEnumName('task_status'),
    rank: p.text().collation('C'),
    limit: p.integer().strictNullable(),
    hidden: p.boolean(),
    // One of the four columns that every project begins with (see `homeColumns.ts`).
    isHome: p.boolean(),
    // The column that got the tasks of a deleted one.
    targetId: p.uuid().strictNullable(),
    version: p.integer(),
    ...softDeleteColumns,
  },
});

/** A column of a project's board. `status` is its meaning, which never changes; `rank` orders the columns of a project. */
export class Column extends ColumnSchema.class {
  static readonly log: LogRule<Column> = {
    entity: 'column',
    headline: 'name',
    fields: ['name', 'color', 'status', 'rank', 'limit', 'hidden', 'targetId', 'deletedAt'],
    deletedWith: 'targetId',
    // Without its row, a deleted home column would reappear.
    kept: 'isHome',
    copiedWith: null,
    projectId: (it) => it.projectId,
    entityId: (it) => it.id,
  };
}
ColumnSchema.setClass(Column);
export { ColumnSchema };
