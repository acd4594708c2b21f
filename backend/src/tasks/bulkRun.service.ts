import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { BulkRunState } from '../../contract/enums.js';
import { BULK_RUN } from '../../contract/limits.js';
import { ARCHIVED } from '../../contract/trash.js';
import { startBulkRunSchema, type TaskFilter, taskFilterSchema } from '../../contract/tasks.js';
import type { Change } from '../kernel/changeLog.js';
import { command, type Tx } from '../kernel/command.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { conflict, forbidden, invalid, isNotFound, notFound, unknownName } from '../kernel/errors.js';
import { newId, parseId } from '../kernel/ids.js';
import { addJob } from '../kernel/jobs/addJob.js';
import { parse } from '../kernel/parse.js';
import { limitCreates } from '../kernel/rates.js';
import { toJsonb } from '../kernel/toJsonb.js';
import { projectLoader } from '../projects/project.reads.js';
import { type BulkRunRow, isOwnRun, readBulkRun } from './bulkRun.reads.js';
import { readMatchingIds } from './task.reads.js';
import type { BulkRunWrittenType } from './bulkRun.types.js';

/**
 * A change of more tasks than one command takes. Which ones is settled at the start; a chain of jobs then changes them part
 * by part (`bulkRun.job.ts`), each in a command of its own that also says how far the run is and adds the job of the next
 * part. So it goes on whoever looks, and each part is done once, whatever is killed in between.
 */

const written = async (ctx: Context, id: string): Promise<BulkRunWrittenType> => ({
  run: await readBulkRun(ctx, { id }),
});

/** Adds the job that does the next part of a run, in the transaction of `em`. */
export const addPart = (em: EntityManager, id: string, part: number): Promise<void> =>
  addJob(em, 'bulkRun', { id, part }, { key: `bulkRun:${id}:${part}` });

/** Has the runs that were under way when a backup was made go on: their jobs are not in it. */
export async function resumeBulkRuns(em: EntityManager): Promise<void> {
  const { rows } = await sql<{ id: string; part: number }>`
    select id, part from bulk_run where state = 'RUNNING'`.execute(em.getKysely());
  for (const { id, part } of rows) await addPart(em, id, part);
}

function refuseNumber(total: number): void {
  const most = BULK_RUN.max.toLocaleString('en');
  if (total === 0) throw invalid({ filter: ['No task matches'] });
  if (total > BULK_RUN.max) throw invalid({ filter: [`More than ${most} tasks match. Narrow them down`] });
}

/** A filter that is misspelt would let everything through. GraphQL refuses it by itself. */
function refuseUnknownFilters(raw: unknown): void {
  const filter = (raw as { filter?: unknown } | null)?.filter;
  if (typeof filter !== 'object' || filter === null) return;
  const unknown = Object.keys(filter).find((name) => !Object.hasOwn(taskFilterSchema.entries, name));
  if (unknown !== undefined) throw unknownName('filter', unknown);
}

/** Refuses what is about archived projects alone. */
async function refuseArchived(ctx: Context, { archived, projectId, projectIds }: TaskFilter): Promise<void> {
  const named = [...(projectId ? [projectId] : []), ...(archived === false ? [] : (projectIds ?? []))];
  const projects = await Promise.all(named.map((id) => projectLoader(ctx).load(id)));
  if (archived || projects.some((project) => project?.archivedAt != null)) throw forbidden(ARCHIVED);
}

/** Starts to change or delete all tasks that match. One at a time a person: CONFLICT with the one that is under way. */
export async function startBulkRun(ctx: Context, raw: unknown): Promise<BulkRunWrittenType> {
  const viewer = requireViewer(ctx);
  refuseUnknownFilters(raw);
  const input = parse(startBulkRunSchema, raw);
  // a body whose filter has another name shall not delete everything
  const isSaid = (raw as { filter?: unknown }).filter != null;
  if (input.delete && !isSaid) throw invalid({ filter: ['Say which tasks to delete: {} means all of yours'] });
  await limitCreates(ctx);
  const { filter, except, ...change } = input;
  await refuseArchived(ctx, filter ?? {});
  const { result: id } = await command<string>(ctx, {
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
      refuseNumber(ids.length);
      const made = newId();
      const { rows } = await sql`
        insert into bulk_run (id, user_id, token_id, change, ids, total, created_at)
        values (${made}, ${viewer.userId}, ${viewer.program?.tokenId ?? null}, ${toJsonb(change)}, ${ids}::uuid[],
          ${ids.length}, ${tx.now})
        on conflict (user_id) where state = 'RUNNING' do nothing returning id`.execute(tx.em.getKysely());
      if (rows.length === 0) {
        throw conflict('Another change of many tasks is under way', () => readBulkRun(ctx, 'running').catch(ended));
      }
      await addPart(tx.em, made, 0);
      return made;
    },
    receipt: (made) => ({ id: made }),
    repeat: ({ id: started = '' }) => Promise.resolve(started),
  });
  return written(ctx, id);
}

/** It has ended between the refusal and the look at it. */
function ended(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}

/** One of the viewer's runs; NOT_FOUND when absent or foreign. */
export async function getBulkRun(ctx: Context, rawId: unknown): Promise<BulkRunRow> {
  requireViewer(ctx);
  return readBulkRun(ctx, { id: parseId(rawId) });
}

/** Stops a run: what it has changed stays so. One that has ended stays as it is. */
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
  return written(ctx, id);
}

/** Keeps the names of the change sets that a part of a run leaves, so that the whole run can be undone. */
export async function keepSets(tx: Tx, changes: readonly Change[]): Promise<void> {
  if (tx.act === null) return;
  const projectIds = [...new Set(changes.map(({ projectId }) => projectId))];
  const sets = projectIds.map((projectId) => ({ projectId, revision: tx.revisionOf(projectId) }));
  await sql`update bulk_run set sets = sets || ${toJsonb(sets)} where id = ${tx.act}`.execute(tx.em.getKysely());
}

/** What there is to say at the end of a run. */
interface Outcome {
  state: Exclude<BulkRunState, 'RUNNING'>;
  message: string | null;
}

interface Ending {
  total: number;
  done: number;
  /** The first thing that was refused. */
  refusal: string | null;
  isDelete: boolean;
}

function outcomeOf({ total, done, refusal, isDelete }: Ending): Outcome {
  if (done === total) return { state: 'DONE', message: null };
  if (done === 0) return { state: 'FAILED', message: refusal ?? 'None of these tasks can be reached any more' };
  const left = total - done;
  const count = left === 1 ? '1 task' : `${left.toLocaleString('en')} tasks`;
  const reason = refusal === null ? '' : `: ${refusal}`;
  return { state: 'DONE', message: `${count} could not be ${isDelete ? 'deleted' : 'changed'}${reason}` };
}

/**
 * Ends a run that is under way, with what belongs to its end; nothing where it has ended. The row is locked first, so a part
 * that is being done is waited for and counts. Without `outcome` the run has come through.
 */
export async function endBulkRun(tx: Tx, id: string, outcome?: Outcome): Promise<void> {
  const db = tx.em.getKysely();
  const { rows } = await sql<Ending>`
    select total, done, refusal, (change->'delete') is not distinct from 'true'::jsonb as "isDelete"
    from bulk_run where id = ${id} and state = 'RUNNING' for update`.execute(db);
  const [row] = rows;
  if (!row) return;
  const { state, message } = outcome ?? outcomeOf(row);
  await sql`
    update bulk_run set state = ${state}, message = ${message}, finished_at = ${tx.now}, ids = '{}', change = '{}'
    where id = ${id}`.execute(db);
  for (const react of tx.reactions.bulkRunEnded) await react(tx, id);
}
