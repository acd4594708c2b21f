import { sql } from 'kysely';
import { moveTaskToProjectSchema } from '../../contract/tasks.js';
import { command, type Tx } from '../kernel/command.js';
import type { Context } from '../kernel/context.js';
import { parseId } from '../kernel/ids.js';
import { partsOf } from '../kernel/kinds.js';
import { parse } from '../kernel/parse.js';
import { type ASSIGNEE_REFUSALS, requireAssignable } from './assignable.js';
import { ranksAtEnd } from './placement.js';
import type { Task } from './task.entity.js';
import { projectOfTask, readTask, type TaskRow, TASKS } from './task.reads.js';
import { loadForWrite, wherever } from './task.service.js';
import type { TaskWrittenType } from './task.types.js';

/**
 * Takes a task into another project, to a place, with its parts. Parts that are deleted stay behind; nobody has edited the
 * others, so their `updatedAt` stays.
 */
export function takeInto(tx: Tx, task: Task, projectId: string, rank: string): void {
  const { id, projectId: from } = task;
  const version = tx.revisionOf(projectId);
  tx.em.assign(task, { projectId, rank });
  const moved = sql`'projectId', jsonb_build_array(${from}::text, ${projectId}::text)`;
  for (const { name, table, ownerId, logged } of partsOf(tx.em, 'task')) {
    const line = { entity: name, because: 'cascade' } as const;
    const has = sql`(select jsonb_object_agg(key, jsonb_build_array(null, value)) from jsonb_each(${logged}))`;
    tx.changeMany({
      ...line,
      projectId,
      action: 'created',
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

const INSTEAD = 'Assign it to someone else, or to no one';
/** What is shown where the assignee, who comes along, may not be assigned tasks of the other project. */
const MOVE_REFUSALS: typeof ASSIGNEE_REFUSALS = {
  stranger: `The assignee is not a member of that project. ${INSTEAD}`,
  suspended: `The assignee’s account is suspended. ${INSTEAD}`,
  leaving: `The assignee is deleting their account. ${INSTEAD}`,
};

/**
 * Moves a task into another project of the viewer's, with its comments and checklist, to the end of its column. One that is
 * there already stays as it is.
 */
export async function moveTaskToProject(ctx: Context, rawId: unknown, raw: unknown): Promise<TaskWrittenType> {
  const id = parseId(rawId);
  const input = parse(moveTaskToProjectSchema, raw);
  const { projectId: into } = input;
  const move = async (from: string): Promise<TaskWrittenType> => {
    const { result, revision, revisions } = await command<TaskRow>(ctx, {
      operation: 'moveTaskToProject',
      input: { id, ...input },
      projectIds: [from, into],
      into: [into],
      run: async (tx) => {
        const task = await loadForWrite(tx, from, id);
        if (from === into) return task;
        await requireAssignable(tx.em, into, task.assigneeId, MOVE_REFUSALS);
        const [rank = ''] = await ranksAtEnd(tx, into, 1);
        takeInto(tx, task, into, rank);
        return task;
      },
      repeat: () => readTask(ctx, id),
    });
    const target = revisions.find(({ projectId }) => projectId === into);
    return { task: TASKS.of(result), revision: target?.revision ?? revision, revisions };
  };
  return wherever(() => projectOfTask(ctx, id), move);
}
