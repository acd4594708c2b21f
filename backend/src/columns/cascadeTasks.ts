import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../write/command.js';

/** The fields of tasks that can change as a consequence, with their SQL columns. */
const COLUMNS = { columnId: sql`column_id`, assigneeId: sql`assignee_id`, parentId: sql`parent_id` } as const;

export type CascadeField = keyof typeof COLUMNS;

interface Cascade {
  /** Tables that the other parts use, as in `update … from`. */
  from?: RawBuilder<unknown>;
  /** Which rows of `task` change. */
  where: RawBuilder<unknown>;
  /** The ids in the log line, as text. */
  before: RawBuilder<unknown>;
  after: RawBuilder<unknown>;
}

/** Changes a field of a project's tasks as a consequence of another change, with one statement for any number. */
export function cascadeTasks(tx: Tx, projectId: string, field: CascadeField, cascade: Cascade): void {
  const { from, where, before, after } = cascade;
  tx.changeMany({
    projectId,
    entity: 'task',
    action: 'updated',
    because: 'cascade',
    statement: sql`
      update task set ${COLUMNS[field]} = (${after})::uuid, version = ${tx.revisionOf(projectId)}, updated_at = ${tx.now}
      ${from ? sql`from ${from}` : sql``}
      where task.project_id = ${projectId} and task.deleted_at is null and ${where}
      returning task.id, jsonb_build_object(${field}::text, jsonb_build_array((${before})::text, (${after})::text)) as fields`,
  });
}
