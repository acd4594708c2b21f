import { sql } from 'kysely';
import * as v from 'valibot';
import { LIMITS } from '../../contract/limits.js';
import { refuseRole } from '../../contract/roles.js';
import { type ChangeOfMany, changeOfManySchema } from '../../contract/tasks.js';
import { isLive } from '../auth/isLive.js';
import { command, type Tx } from '../write/command.js';
import { type Context, contextFor, type Resources } from '../request/context.js';
import type { AccessScope, Program } from '../request/program.js';
import { AppError } from '../platform/lib/errors.js';
import { activeProjects } from '../projects/project.reads.js';
import { mayAct } from '../users/user.reads.js';
import { applyBulkChange } from './bulk.service.js';
import { enqueuePart, endBulkRun, type Outcome } from './bulkRun.service.js';
import { Task } from './task.entity.js';
import { softDeleteTasks } from './taskParts.js';
import { requireAssignable } from './assignable.js';

/** A run fails after this many attempts at one part, which take some minutes. */
const MAX_TRIES = 6;

const payload = v.object({ id: v.string(), part: v.number() });
const stopPayload = v.object({ userId: v.string(), at: v.string() });

interface Part {
  id: string;
  part: number;
  userId: string;
  /** False if their account is suspended, or the API token that started the run has ended. */
  mayAct: boolean;
  /** The token that started the run, if it is limited to some projects. */
  program: Program | null;
  change: unknown;
  /** The tasks of this part; empty after the last one. */
  ids: string[];
}

/** Returns null if the part is already done or the run has ended. */
async function readPart({ orm, now }: Resources, id: string, part: number): Promise<Part | null> {
  const size = LIMITS.bulkMax;
  const { rows } = await sql<Part>`
    select r.id, r.part, r.user_id as "userId", ${mayAct(now())} and (r.token_id is null or k.id is not null) as "mayAct",
      case when k.project_ids is not null
        then jsonb_build_object('tokenId', k.id, 'scope', k.scope, 'projectIds', k.project_ids) end as program,
      r.change, r.ids[${part * size + 1}:${(part + 1) * size}] as ids
    from bulk_run r join account a on a.id = r.user_id
    left join api_token k on k.id = r.token_id and ${isLive(now(), 'k')}
    where r.id = ${id} and r.part = ${part} and r.state = 'RUNNING'`.execute(orm.em.fork().getKysely());
  return rows[0] ?? null;
}

/** Returns the projects of these tasks that the run can still access and that are not archived. */
async function readActiveProjectIds(ctx: Context, scope: AccessScope, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ projectId: string }>`
    select distinct project_id as "projectId" from task
    where id = any(${[...ids]}::uuid[]) and project_id in (${activeProjects(scope)})`.execute(ctx.em.getKysely());
  return rows.map(({ projectId }) => projectId);
}

/** Changes the tasks that can be changed. Returns their number and the first refusal. */
async function changeAll(
  tx: Tx,
  ids: readonly string[],
  projectIds: readonly string[],
  { delete: isDeletion, ...change }: ChangeOfMany,
): Promise<{ done: number; refusal: string | null }> {
  let refusal: string | null = null;
  const note = (error: unknown): void => {
    if (!(error instanceof AppError)) throw error;
    refusal ??= error.message;
  };
  const open: string[] = [];
  for (const projectId of projectIds) {
    const forbidden = refuseRole(tx.roleIn(projectId), 'MEMBER');
    if (forbidden !== null) refusal ??= forbidden;
    else await requireAssignable(tx.em, projectId, change.assigneeId).then(() => open.push(projectId), note);
  }
  const found = { id: { $in: [...ids] }, projectId: { $in: open }, deletedAt: null };
  const tasks = await tx.em.find(Task, found, { orderBy: { id: 'asc' } });
  if (isDeletion) {
    softDeleteTasks(tx, tasks);
    return { done: tasks.length, refusal };
  }
  let done = 0;
  for (const task of tasks) {
    try {
      await applyBulkChange(tx, task, change);
      done += 1;
    } catch (error) {
      note(error);
    }
  }
  return { done, refusal };
}

/**
 * Runs one part. Skips deleted tasks, tasks of projects the user has left or may only read, and tasks that refuse the change. The same transaction
 * marks the part as done and enqueues the next one, behind the jobs that wait meanwhile.
 */
async function runPart(resources: Resources, { id, part, userId, program, ids, change: stored }: Part): Promise<void> {
  const change = v.parse(changeOfManySchema, stored);
  const ctx = contextFor(resources, userId);
  const projectIds = await readActiveProjectIds(ctx, { userId, program: program ?? undefined }, ids);
  await command(ctx, {
    operation: 'bulkRun',
    input: { id, part },
    projectIds,
    bulkRunId: id,
    // The role is checked in each project; the others' tasks are skipped.
    needs: 'ANY',
    run: async (tx) => {
      const db = tx.em.getKysely();
      // Locks the row, so that the run cannot end and the same part cannot run twice at the same time.
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
      await enqueuePart(tx.em, id, part + 1);
    },
  });
}

const GIVEN_UP = { state: 'FAILED', message: 'Something went wrong before all tasks were changed' } as const;

async function end(resources: Resources, { id, userId }: Pick<Part, 'id' | 'userId'>, outcome: Outcome): Promise<void> {
  await command(contextFor(resources, userId), {
    operation: 'bulkRun',
    input: { id },
    projectIds: [],
    run: (tx) => endBulkRun(tx, id, outcome),
  });
}

/** The job of one part. A part that keeps failing ends the run, as does the suspension of its person or the end of its token. */
export async function runBulkRun(resources: Resources, raw: unknown, tries: number): Promise<void> {
  const { id, part } = v.parse(payload, raw);
  const next = await readPart(resources, id, part);
  if (!next) return;
  if (!next.mayAct) return end(resources, next, { state: 'STOPPED', message: null });
  try {
    await runPart(resources, next);
  } catch (error) {
    if (tries < MAX_TRIES) throw error;
    resources.log.error({ err: error, bulkRun: id, part }, 'a bulk run was given up');
    await end(resources, next, GIVEN_UP);
  }
}

/** The job that stops the run of a person whose access ended at a time. A run that they have started since continues. */
export async function runStopBulkRun(resources: Resources, raw: unknown): Promise<void> {
  const { userId, at } = v.parse(stopPayload, raw);
  const { rows } = await sql<{ id: string }>`
    select id from bulk_run
    where user_id = ${userId} and state = 'RUNNING' and created_at <= ${at}::timestamptz`.execute(
    resources.orm.em.fork().getKysely(),
  );
  for (const { id } of rows) await end(resources, { id, userId }, { state: 'STOPPED', message: null });
}
