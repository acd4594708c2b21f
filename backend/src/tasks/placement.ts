import { sql } from 'kysely';
import type { TaskStatus } from '../../contract/enums.js';
import type { Tx } from '../kernel/command.js';
import { visibleProjects } from '../projects/project.reads.js';
import { endRank, endRanks, rankBetween } from '../kernel/rank.js';
import { respaceAround } from '../kernel/respacing.js';
import type { Task } from './task.entity.js';

/** Where a task was dropped. */
export interface Drop {
  taskId: string;
  projectId: string;
  status: TaskStatus;
  afterId?: string | null | undefined;
  beforeId?: string | null | undefined;
}

/** Ranks for the end of a column, in order: by the clock, and after everything the project has, deleted tasks included. */
export async function ranksAtEnd(tx: Tx, projectId: string, many: number): Promise<string[]> {
  const { rows } = await sql<{ rank: string | null }>`
    select max(rank) as rank from task where project_id = ${projectId}`.execute(tx.em.getKysely());
  return endRanks(tx.now, rows[0]?.rank ?? null, many);
}

/** The ranks that a drop is to lie between. */
interface Surroundings {
  /** Of the named neighbours, where they are there and the viewer can see them. */
  after: string | null;
  before: string | null;
  /** The nearest that another task of the project holds above `before`, and below `after`. */
  above: string | null;
  below: string | null;
  /** Does the column go on below `after`? */
  goesOn: boolean;
  /** The greatest of the project. */
  greatest: string | null;
}

/**
 * Looks at all that a drop may depend on. Ranks of the project count whatever the task's column, deleted ones included, as
 * their places may come back: between a neighbour and the nearest of these every rank is free.
 */
async function surroundingsOf(tx: Tx, { taskId, projectId, status, afterId, beforeId }: Drop): Promise<Surroundings> {
  const neighbour = (id: string | null | undefined) => sql`(
    select t.rank from task t where t.id = ${id ?? null} and t.id <> ${taskId} and t.deleted_at is null
      and t.project_id = any(array(${visibleProjects(tx.viewer)})))`;
  const others = sql`project_id = ${projectId} and id <> ${taskId}`;
  const { rows } = await sql<Surroundings>`
    select after, before,
      (select max(rank) from task where ${others} and rank < before) as above,
      (select min(rank) from task where ${others} and rank > after) as below,
      exists (select 1 from task where ${others} and rank > after and status = ${status} and deleted_at is null) as "goesOn",
      (select max(rank) from task where project_id = ${projectId}) as greatest
    from (select ${neighbour(afterId)} as after, ${neighbour(beforeId)} as before) as named`.execute(tx.em.getKysely());
  const [found] = rows;
  if (!found) throw new Error('a row of subqueries has come to nothing');
  return found;
}

/**
 * The rank for a drop. Between two neighbours it lies between them; with one, next to it in the column; with none, or
 * when nothing is left of them, at the column's end. Neighbours may belong to other projects (boards mix projects). When
 * the two no longer stand in this order, the upper one counts.
 */
export async function rankForDrop(tx: Tx, drop: Drop): Promise<string> {
  const { after, before, above, below, goesOn, greatest } = await surroundingsOf(tx, drop);
  if (after === null) return before === null ? endRank(tx.now, greatest) : rankBetween(above, before);
  const upTo = before !== null && before > after ? before : null;
  // of another project it may lie beyond everything that this one has
  if (upTo === null && !goesOn) return endRank(tx.now, greatest !== null && greatest > after ? greatest : after);
  return rankBetween(after, below !== null && (upTo === null || below < upTo) ? below : upTo);
}

/**
 * When a rank has grown too long, gives its surroundings shorter ones in the same order. All of the project's tasks in that
 * stretch take part, whatever their column, as they share one sequence of ranks.
 */
export const respaceTasks = (tx: Tx, task: Task): Promise<void> =>
  respaceAround(tx, task, { table: 'task', within: 'project_id', value: task.projectId });
