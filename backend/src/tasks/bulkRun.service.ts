import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { BulkRunState } from '../../contract/enums.js';
import { BULK_RUN } from '../../contract/limits.js';
import { ARCHIVED } from '../../contract/trash.js';
import { startBulkRunSchema, type TaskFilter, taskFilterSchema } from '../../contract/tasks.js';
import type { Change } from '../write/changeLog.js';
import { command, type Tx } from '../write/command.js';
import { createdId } from '../write/created.js';
import { type Context, requireViewer } from '../request/context.js';
import { conflict, fieldError, forbidden, invalid, isNotFound, notFound, unknownName } from '../platform/lib/errors.js';
import { newId, parseId } from '../platform/lib/ids.js';
import { addJob } from '../platform/jobs/addJob.js';
import { parse } from '../platform/lib/parse.js';
import { FairQueue, turnOf } from '../request/fairQueue.js';
import { limitCreates } from '../request/rates.js';
import { toJsonb } from '../platform/database/toJsonb.js';
import { projectLoader } from '../projects/project.reads.js';
import { type BulkRunRow, isOwnRun, readBulkRun } from './bulkRun.reads.js';
import { addDueTime } from './due.js';
import { readMatchingIds } from './task.reads.js';
import type { BulkRunWrittenType } from './bulkRun.types.js';

/**
 * A bulk run changes more tasks than one command can. Its tasks are selected at the start. A chain of jobs then changes them
 * in parts (`bulkRun.job.ts`): each command also records the progress and enqueues the next part, so each part is done
 * exactly once, even if a process is killed.
 */

const readPayload = async (ctx: Context, id: string): Promise<BulkRunWrittenType> => ({
  run: await readBulkRun(ctx, { id }),
});

export const enqueuePart = (em: EntityManager, id: string, part: number): Promise<void> =>
  addJob(em, 'bulkRun', { id, part }, { key: `bulkRun:${id}:${part}` });

/** Re-enqueues bulk runs after a restore; jobs are not part of a backup. */
export async function resumeBulkRuns(em: EntityManager): Promise<void> {
  const { rows } = await sql<{ id: string; part: number }>`
    select id, part from bulk_run where state = 'RUNNING'`.execute(em.getKysely());
  for (const { id, part } of rows) await enqueuePart(em, id, part);
}

function checkTaskCount(total: number): void {
  const most = BULK_RUN.max.toLocaleString('en');
  if (total === 0) throw invalid({ filter: fieldError('noTaskMatches', 'No task matches') });
  if (total > BULK_RUN.max) {
    const { max } = BULK_RUN;
    throw invalid({
      filter: fieldError('tooManyTasksMatch', `More than ${most} tasks match. Narrow them down`, { max }),
    });
  }
}

/** Throws for unknown filters, as a misspelt one would match all tasks. GraphQL rejects them itself. */
function refuseUnknownFilters(raw: unknown): void {
  const filter = (raw as { filter?: unknown } | null)?.filter;
  if (typeof filter !== 'object' || filter === null) return;
  const unknown = Object.keys(filter).find((name) => !Object.hasOwn(taskFilterSchema.entries, name));
  if (unknown !== undefined) throw unknownName('filter', unknown);
}

/** Throws FORBIDDEN if the filter selects archived projects. */
async function refuseArchived(ctx: Context, { archived, projectId, projectIds }: TaskFilter): Promise<void> {
  const named = [...(projectId ? [projectId] : []), ...(archived === false ? [] : (projectIds ?? []))];
  const projects = await Promise.all(named.map((id) => projectLoader(ctx).load(id)));
  if (archived || projects.some((project) => project?.archivedAt != null)) throw forbidden(ARCHIVED);
}

/**
 * Two selections of a process run at a time, and people take turns: each can search all tasks of a person, and a
 * command's statements do not count as reads of its person.
 */
const selecting = new FairQueue(2, 200);

/** Starts to change or delete all matching tasks. Throws CONFLICT with the running one: a user can have one at a time. */
export async function startBulkRun(ctx: Context, raw: unknown): Promise<BulkRunWrittenType> {
  const viewer = requireViewer(ctx);
  refuseUnknownFilters(raw);
  const input = parse(startBulkRunSchema, raw);
  // Otherwise a body with a misnamed filter would delete all tasks.
  const hasFilter = (raw as { filter?: unknown }).filter != null;
  if (input.delete && !hasFilter) {
    throw invalid({ filter: fieldError('filterRequired', 'Say which tasks to delete: {} means all of yours') });
  }
  await limitCreates(ctx);
  // Older versions read only the due time of the stored change.
  const { filter, except, ...change } = await addDueTime(ctx.em, viewer.userId, input);
  await refuseArchived(ctx, filter ?? {});
  const start = () =>
    command<string>(ctx, {
      operation: 'startBulkRun',
      input,
      projectIds: [],
      run: async (tx) => {
        const limit = BULK_RUN.max + 1;
        const ids = await readMatchingIds(tx.em, viewer, {
          filter: { ...filter, archived: false },
          except: except ?? [],
          now: tx.now,
          limit,
        });
        checkTaskCount(ids.length);
        const runId = newId();
        const { rows } = await sql`
          insert into bulk_run (id, user_id, token_id, change, ids, total, created_at)
          values (${runId}, ${viewer.userId}, ${viewer.program?.tokenId ?? null}, ${toJsonb(change)}, ${ids}::uuid[],
            ${ids.length}, ${tx.now})
          on conflict (user_id) where state = 'RUNNING' do nothing returning id`.execute(tx.em.getKysely());
        if (rows.length === 0) {
          throw conflict('Another change of many tasks is under way', () =>
            readBulkRun(ctx, 'running').catch(ignoreNotFound),
          );
        }
        await enqueuePart(tx.em, runId, 0);
        return runId;
      },
      ...createdId,
    });
  const { result: id } = await selecting.run(turnOf(ctx), start);
  return readPayload(ctx, id);
}

/** The conflicting run can end before it is read for the refusal. */
function ignoreNotFound(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}

export async function getBulkRun(ctx: Context, rawId: unknown): Promise<BulkRunRow> {
  requireViewer(ctx);
  return readBulkRun(ctx, { id: parseId(rawId) });
}

/** Stops a run; tasks it has changed stay changed. Does nothing if the run has ended. */
export async function stopBulkRun(ctx: Context, rawId: unknown): Promise<BulkRunWrittenType> {
  const viewer = requireViewer(ctx);
  const id = parseId(rawId);
  await command(ctx, {
    operation: 'stopBulkRun',
    input: { id },
    projectIds: [],
    run: async (tx) => {
      const { rows } = await sql`select 1 from bulk_run where id = ${id} and ${isOwnRun(viewer)}`.execute(
        tx.em.getKysely(),
      );
      if (rows.length === 0) throw notFound('Bulk run');
      await endBulkRun(tx, id, { state: 'STOPPED', message: null });
    },
  });
  return readPayload(ctx, id);
}

/** Records the change sets of a part, so that the whole run can be undone. */
export async function recordChangeSets(tx: Tx, changes: readonly Change[]): Promise<void> {
  if (tx.bulkRunId === null) return;
  const projectIds = [...new Set(changes.map(({ projectId }) => projectId))];
  const sets = projectIds.map((projectId) => ({ projectId, revision: tx.revisionOf(projectId) }));
  await sql`update bulk_run set sets = sets || ${toJsonb(sets)} where id = ${tx.bulkRunId}`.execute(tx.em.getKysely());
}

export interface Outcome {
  state: Exclude<BulkRunState, 'RUNNING'>;
  message: string | null;
}

interface Ending {
  total: number;
  done: number;
  /** The message of the first refusal. */
  refusal: string | null;
  isDelete: boolean;
}

function toOutcome({ total, done, refusal, isDelete }: Ending): Outcome {
  if (done === total) return { state: 'DONE', message: null };
  if (done === 0) return { state: 'FAILED', message: refusal ?? 'You no longer have access to any of these tasks' };
  const skipped = total - done;
  const count = skipped === 1 ? '1 task' : `${skipped.toLocaleString('en')} tasks`;
  const reason = refusal === null ? '' : `: ${refusal}`;
  return { state: 'DONE', message: `${count} could not be ${isDelete ? 'deleted' : 'changed'}${reason}` };
}

/**
 * Ends a run and runs the reactions to its end. Does nothing if it has ended. The row is locked first, so a part in progress
 * is finished and counted. Without `outcome` all parts were done.
 */
export async function endBulkRun(tx: Tx, id: string, outcome?: Outcome): Promise<void> {
  const db = tx.em.getKysely();
  const { rows } = await sql<Ending>`
    select total, done, refusal, (change->'delete') is not distinct from 'true'::jsonb as "isDelete"
    from bulk_run where id = ${id} and state = 'RUNNING' for update`.execute(db);
  const [row] = rows;
  if (!row) return;
  const { state, message } = outcome ?? toOutcome(row);
  await sql`
    update bulk_run set state = ${state}, message = ${message}, finished_at = ${tx.now}, ids = '{}', change = '{}'
    where id = ${id}`.execute(db);
  for (const react of tx.reactions.bulkRunEnded) await react(tx, id);
}
