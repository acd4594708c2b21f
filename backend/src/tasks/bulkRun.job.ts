import { sql } from 'kysely';
import * as v from 'valibot';
import { LIMITS } from '../../contract/limits.js';
import { type ChangeOfMany, changeOfManySchema } from '../../contract/tasks.js';
import { command, type Tx } from '../kernel/command.js';
import { type Context, contextFor, type Resources } from '../kernel/context.js';
import { AppError } from '../kernel/errors.js';
import { activeProjects } from '../projects/project.reads.js';
import { changeTask } from './bulk.service.js';
import { addPart, endBulkRun } from './bulkRun.service.js';
import { Task } from './task.entity.js';
import { requireAssignable } from './assignable.js';

/** After so many tries at one part, which take some minutes, the run is given up. */
const TRIES = 6;

const payload = v.object({ id: v.string(), part: v.number() });

/** What is to be done next. */
interface Part {
  /** The run. */
  id: string;
  part: number;
  userId: string;
  change: unknown;
  /** Its tasks; none after the last part. */
  ids: string[];
}

/** The part, if it is this run's next; null when it was done, the run has ended, or its person is gone. */
async function readPart({ orm }: Resources, id: string, part: number): Promise<Part | null> {
  const size = LIMITS.bulkMax;
  const { rows } = await sql<Part>`
    select id, part, user_id as "userId", change, ids[${part * size + 1}:${(part + 1) * size}] as ids
    from bulk_run where id = ${id} and part = ${part} and state = 'RUNNING'`.execute(orm.em.fork().getKysely());
  return rows[0] ?? null;
}

/** The projects of these tasks that are the viewer's now, and not archived. */
async function projectsOf(ctx: Context, userId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ projectId: string }>`
    select distinct project_id as "projectId" from task
    where id = any(${[...ids]}::uuid[]) and project_id in (${activeProjects({ userId })})`.execute(ctx.em.getKysely());
  return rows.map(({ projectId }) => projectId);
}

/** Changes what can be changed. Answers how many tasks that is, and the first refusal. */
async function changeAll(
  tx: Tx,
  ids: readonly string[],
  projectIds: readonly string[],
  change: ChangeOfMany,
): Promise<{ done: number; refusal: string | null }> {
  let refusal: string | null = null;
  const note = (error: unknown): void => {
    if (!(error instanceof AppError)) throw error;
    refusal ??= error.message;
  };
  const open: string[] = [];
  for (const projectId of projectIds) {
    await requireAssignable(tx.em, projectId, change.assigneeId).then(() => open.push(projectId), note);
  }
  const found = { id: { $in: [...ids] }, projectId: { $in: open }, deletedAt: null };
  let done = 0;
  for (const task of await tx.em.find(Task, found, { orderBy: { id: 'asc' } })) {
    try {
      changeTask(tx, task, change);
      done += 1;
    } catch (error) {
      note(error);
    }
  }
  return { done, refusal };
}

/**
 * One part of a run: tasks that are gone, of projects the person has left, or that must not be changed so are left out. The
 * same transaction says that the part is done and adds the job of the next one, behind what waits in the queue meanwhile.
 */
async function doPart(resources: Resources, { id, part, userId, ids, change: stored }: Part): Promise<void> {
  const change = v.parse(changeOfManySchema, stored);
  const ctx = contextFor(resources, userId);
  const projectIds = await projectsOf(ctx, userId, ids);
  await command(ctx, {
    operation: 'bulkRun',
    input: { id, part },
    projectIds,
    act: id,
    run: async (tx) => {
      const db = tx.em.getKysely();
      // holds off whoever would end the run or do the same part
      const { rows } = await sql`
        update bulk_run set part = part + 1 where id = ${id} and part = ${part} and state = 'RUNNING'
        returning id`.execute(db);
      if (rows.length === 0) return;
      if (ids.length === 0) return endBulkRun(tx, id);
      const { done, refusal } = await changeAll(tx, ids, projectIds, change);
      await sql`
        update bulk_run set done = done + ${done}, refusal = coalesce(refusal, ${refusal}) where id = ${id}`.execute(
        db,
      );
      await addPart(tx.em, id, part + 1);
    },
  });
}

async function giveUp(resources: Resources, { id, userId }: Part): Promise<void> {
  await command(contextFor(resources, userId), {
    operation: 'bulkRun',
    input: { id },
    projectIds: [],
    run: (tx) =>
      endBulkRun(tx, id, { state: 'FAILED', message: 'Something went wrong, and not all tasks were reached' }),
  });
}

/** The job of one part. What keeps failing is given up: nobody waits for it for days. */
export async function doBulkRun(resources: Resources, raw: unknown, tries: number): Promise<void> {
  const { id, part } = v.parse(payload, raw);
  const next = await readPart(resources, id, part);
  if (!next) return;
  try {
    await doPart(resources, next);
  } catch (error) {
    if (tries < TRIES) throw error;
    resources.log.error({ err: error, bulkRun: id, part }, 'a change of many tasks was given up');
    await giveUp(resources, next);
  }
}
