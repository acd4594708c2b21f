import { sql } from 'kysely';
import { moveTaskToProjectSchema } from '../../contract/tasks.js';
import type { ColumnFields } from '../columns/homeColumns.js';
import { command, type Tx } from '../write/command.js';
import { fieldError } from '../platform/lib/errors.js';
import type { Context } from '../request/context.js';
import { parseId } from '../platform/lib/ids.js';
import { partsOf } from '../write/kinds.js';
import { parse } from '../platform/lib/parse.js';
import { type ASSIGNEE_REFUSALS, requireAssignable } from './assignable.js';
import { ranksAtEnd } from './placement.js';
import type { Task } from './task.entity.js';
import { readTaskProjectId, readTask, type TaskRow, toTaskRow } from './task.reads.js';
import { getColumns } from './taskColumn.js';
import { loadForWrite, retryIfMoved } from './task.service.js';
import type { TaskWrittenType } from './task.types.js';

/**
 * Moves a task with its parts to another project. Deleted parts stay behind. Parts keep their `updatedAt`, as no user changed
 * them.
 */
export function moveWithParts(tx: Tx, task: Task, column: ColumnFields, rank: string): void {
  const { projectId } = column;
  const { id, projectId: from } = task;
  const version = tx.revisionOf(projectId);
  tx.em.assign(task, { projectId, rank });
  task.moveTo(column);
  const moved = sql`'projectId', jsonb_build_array(${from}::text, ${projectId}::text)`;
  for (const { name, table, ownerId, logged } of partsOf(tx.em, 'task')) {
    const line = { entity: name, because: 'cascade' } as const;
    const has = sql`(select jsonb_object_agg(key, jsonb_build_array(null, value)) from jsonb_each(${logged}))`;
    tx.changeMany({
      ...line,
      projectId,
      action: 'created',
      hasTexts: true,
      statement: sql`
        update ${table} set project_id = ${projectId}, version = ${version}
        where ${ownerId} = ${id} and project_id = ${from} and deleted_at is null
        returning id, ${has} || jsonb_build_object(${moved}) as fields`,
    });
    tx.changeMany({
      ...line,
      projectId: from,
      action: 'deleted',
      statement: sql`
        select id, jsonb_build_object(${moved}) as fields from ${table}
        where ${ownerId} = ${id} and project_id = ${projectId} and version = ${version}`,
    });
  }
}

const REASSIGN = 'Assign it to someone else, or to no one';
/** The field errors when the task's assignee cannot be assigned tasks of the target project. */
const MOVE_REFUSALS: typeof ASSIGNEE_REFUSALS = {
  stranger: fieldError('notMember', `The assignee is not a member of that project. ${REASSIGN}`),
  reader: fieldError('readsOnly', `The assignee can only read that project. ${REASSIGN}`),
  suspended: fieldError('accountSuspended', `The assignee’s account is suspended. ${REASSIGN}`),
  leaving: fieldError('accountBeingDeleted', `The assignee is deleting their account. ${REASSIGN}`),
};

/**
 * Moves a task with its parts into another project of the viewer, to the end of its column. Does nothing if it is already
 * there.
 */
export async function moveTaskToProject(ctx: Context, rawId: unknown, raw: unknown): Promise<TaskWrittenType> {
  const id = parseId(rawId);
  const input = parse(moveTaskToProjectSchema, raw);
  const { projectId: into } = input;
  const move = async (from: string): Promise<TaskWrittenType> => {
    const { result, revision, revisions } = await command<Task | TaskRow>(ctx, {
      operation: 'moveTaskToProject',
      input: { id, ...input },
      projectIds: [from, into],
      into: [into],
      run: async (tx) => {
        const task = await loadForWrite(tx, from, id);
        if (from === into) return task;
        await requireAssignable(tx.em, into, task.assigneeId, MOVE_REFUSALS);
        const [rank = ''] = await ranksAtEnd(tx, into, 1);
        const { name } = (await getColumns(tx, from)).columnOf(task);
        moveWithParts(tx, task, (await getColumns(tx, into)).named(task.status, name), rank);
        return task;
      },
      repeat: () => readTask(ctx, id),
    });
    const target = revisions.find(({ projectId }) => projectId === into);
    return { task: toTaskRow(result), revision: target?.revision ?? revision, revisions };
  };
  return retryIfMoved(() => readTaskProjectId(ctx, id), move);
}
