import { type RawBuilder, sql } from 'kysely';
import type { TaskStatus } from '../../contract/enums.js';
import type { Tx } from '../write/command.js';
import { columnIdSql } from '../columns/homeColumns.js';
import { visibleProjects } from '../projects/project.reads.js';
import { endRanks, type Neighbors, ranksBetween } from '../platform/database/rank.js';
import { respaceAround } from '../write/respacing.js';
import { Task } from './task.entity.js';

const CURRENT_COLUMN = sql.raw(columnIdSql('task'));

interface Drop extends Neighbors {
  /** The tasks to move. Their present ranks are ignored. */
  taskIds: readonly string[];
  projectId: string;
  status: TaskStatus;
  columnId: string;
}

/** Returns the tasks that the command has loaded, with changes that are not written yet. */
export const loadedTasks = ({ em }: Tx): Task[] =>
  [...em.getUnitOfWork().getIdentityMap().values()].filter((entity) => entity instanceof Task);

/**
 * Returns ascending ranks for the end of a column: derived from the time, and after all ranks of the project, including
 * ranks of deleted tasks and of tasks that the command has moved.
 */
export async function ranksAtEnd(tx: Tx, projectId: string, many: number): Promise<string[]> {
  const { rows } = await sql<{ rank: string | null }>`
    select max(rank) as rank from task where project_id = ${projectId}`.execute(tx.em.getKysely());
  const moved = loadedTasks(tx).flatMap((task) => (task.projectId === projectId ? task.rank : []));
  const greatest = [rows[0]?.rank ?? '', ...moved].toSorted(byBytes).at(-1);
  return endRanks(tx.now, greatest || null, many);
}

/** The ranks around a drop. */
interface Surroundings {
  /** Ranks of the named neighbors; null if they are deleted or not visible to the viewer. */
  after: string | null;
  before: string | null;
  /** The nearest ranks of other tasks of the project: above `before` and below `after`. */
  above: string | null;
  below: string | null;
  /** Whether the column has tasks below `after`. */
  hasTasksBelow: boolean;
  /** The greatest rank of the project. */
  greatest: string | null;
}

/**
 * Reads all ranks that a drop depends on. `above` and `below` include tasks of other columns and deleted tasks, which can be
 * restored to their places: every rank between a neighbor and these is free.
 */
async function readSurroundings(
  tx: Tx,
  { taskIds, projectId, status, columnId, afterId, beforeId }: Drop,
): Promise<Surroundings> {
  const notMoved = (id: RawBuilder<unknown>) => sql`${id} <> all(${[...taskIds]}::uuid[])`;
  const neighbor = (id: string | null | undefined) => sql`(
    select t.rank from task t where t.id = ${id ?? null} and ${notMoved(sql`t.id`)} and t.deleted_at is null
      and t.project_id = any(array(${visibleProjects(tx.viewer)})))`;
  const others = sql`project_id = ${projectId} and ${notMoved(sql`id`)}`;
  const { rows } = await sql<Surroundings>`
    select after, before,
      (select max(rank) from task where ${others} and rank < before) as above,
      (select min(rank) from task where ${others} and rank > after) as below,
      exists (
        select 1 from task where ${others} and rank > after and status = ${status} and deleted_at is null
          and ${CURRENT_COLUMN} = ${columnId}) as "hasTasksBelow",
      (select max(rank) from task where project_id = ${projectId}) as greatest
    from (select ${neighbor(afterId)} as after, ${neighbor(beforeId)} as before) as named`.execute(tx.em.getKysely());
  const [found] = rows;
  if (!found) throw new Error('a query without a table returned no row');
  return found;
}

/** Returns the id of the first other task of a task's column; null if there is none. */
export async function readFirstOther(tx: Tx, { id, projectId, status, currentColumnId }: Task): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from task
    where project_id = ${projectId} and status = ${status} and deleted_at is null and id <> ${id}
      and ${CURRENT_COLUMN} = ${currentColumnId}
    order by rank, id limit 1`.execute(tx.em.getKysely());
  return rows[0]?.id ?? null;
}

/** A range of free ranks, between two neighbors. Without an upper limit, it is the end of the column. */
interface Gap {
  lower: string | null;
  upper: string | null;
}

/**
 * Returns the gap of a drop: between two neighbors, next to a single one, or at the end of the column if none is given
 * or still exists. Neighbors can belong to other projects, because boards mix projects. If the two are no longer in
 * this order, only the upper one counts.
 */
async function findGap(tx: Tx, drop: Drop): Promise<Gap> {
  const { after, before, above, below, hasTasksBelow, greatest } = await readSurroundings(tx, drop);
  if (after === null) return before === null ? { lower: greatest, upper: null } : { lower: above, upper: before };
  const upTo = before !== null && before > after ? before : null;
  // A neighbor of another project can rank after every task of this one.
  if (upTo === null && !hasTasksBelow) {
    return { lower: greatest !== null && greatest > after ? greatest : after, upper: null };
  }
  return { lower: after, upper: below !== null && (upTo === null || below < upTo) ? below : upTo };
}

const ranksIn = (tx: Tx, { lower, upper }: Gap, many: number): string[] =>
  upper === null ? endRanks(tx.now, lower, many) : ranksBetween(lower, upper, many);

/** Returns the ranks that are free in all gaps; null if there are none. */
function intersect(gaps: readonly Gap[]): Gap | null {
  const lowers = gaps.flatMap(({ lower }) => lower ?? []).toSorted(byBytes);
  const uppers = gaps.flatMap(({ upper }) => upper ?? []).toSorted(byBytes);
  const lower = lowers.at(-1) ?? null;
  const upper = uppers[0] ?? null;
  return lower === null || upper === null || lower < upper ? { lower, upper } : null;
}

const byBytes = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/**
 * Gives tasks their ranks for a drop, one after another in this order. Tasks of several projects share a gap, so that a board
 * of all projects shows them in this order; if no rank is free in all projects, each project's tasks are in order.
 */
export async function placeTasks(tx: Tx, tasks: readonly Task[], neighbors: Neighbors): Promise<void> {
  const taskIds = tasks.map(({ id }) => id);
  const byProject = [...Map.groupBy(tasks, ({ projectId }) => projectId)];
  const gaps: Gap[] = [];
  for (const [projectId, [first]] of byProject) {
    if (!first) continue;
    const { status, currentColumnId: columnId } = first;
    gaps.push(await findGap(tx, { taskIds, projectId, status, columnId, ...neighbors }));
  }
  const shared = intersect(gaps);
  const groups = shared ? [{ tasks, gap: shared }] : byProject.map(([, own], at) => ({ tasks: own, gap: gaps[at] }));
  for (const { tasks: placed, gap } of groups) {
    const ranks = gap ? ranksIn(tx, gap, placed.length) : [];
    for (const [at, task] of placed.entries()) task.rank = ranks[at] ?? task.rank;
  }
  for (const [projectId, own] of byProject) await respaceTasks(tx, projectId, own);
}

/**
 * Shortens the ranks around the tasks if the rank of one has grown too long. This can change tasks of all columns, because a
 * project has one sequence of ranks.
 */
const respaceTasks = (tx: Tx, projectId: string, tasks: readonly Task[]): Promise<void> =>
  respaceAround(tx, tasks, { table: 'task', within: 'project_id', value: projectId });
