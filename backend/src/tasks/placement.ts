import { sql } from 'kysely';
import type { TaskStatus } from '../../contract/enums.js';
import type { Tx } from '../write/command.js';
import { columnIdSql } from '../columns/homeColumns.js';
import { visibleProjects } from '../projects/project.reads.js';
import { endRank, endRanks, rankBetween } from '../platform/database/rank.js';
import { respaceAround } from '../write/respacing.js';
import type { Task } from './task.entity.js';

const CURRENT_COLUMN = sql.raw(columnIdSql('task'));

export interface Drop {
  taskId: string;
  projectId: string;
  status: TaskStatus;
  columnId: string;
  afterId?: string | null | undefined;
  beforeId?: string | null | undefined;
}

/** Returns ascending ranks for the end of a column: from the time, and after all ranks of the project, deleted tasks included. */
export async function ranksAtEnd(tx: Tx, projectId: string, many: number): Promise<string[]> {
  const { rows } = await sql<{ rank: string | null }>`
    select max(rank) as rank from task where project_id = ${projectId}`.execute(tx.em.getKysely());
  return endRanks(tx.now, rows[0]?.rank ?? null, many);
}

/** The ranks around a drop. */
interface Surroundings {
  /** Ranks of the named neighbours; null if they are deleted or not visible to the viewer. */
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
 * restored to their places: every rank between a neighbour and these is free.
 */
async function readSurroundings(
  tx: Tx,
  { taskId, projectId, status, columnId, afterId, beforeId }: Drop,
): Promise<Surroundings> {
  const neighbour = (id: string | null | undefined) => sql`(
    select t.rank from task t where t.id = ${id ?? null} and t.id <> ${taskId} and t.deleted_at is null
      and t.project_id = any(array(${visibleProjects(tx.viewer)})))`;
  const others = sql`project_id = ${projectId} and id <> ${taskId}`;
  const { rows } = await sql<Surroundings>`
    select after, before,
      (select max(rank) from task where ${others} and rank < before) as above,
      (select min(rank) from task where ${others} and rank > after) as below,
      exists (
        select 1 from task where ${others} and rank > after and status = ${status} and deleted_at is null
          and ${CURRENT_COLUMN} = ${columnId}) as "hasTasksBelow",
      (select max(rank) from task where project_id = ${projectId}) as greatest
    from (select ${neighbour(afterId)} as after, ${neighbour(beforeId)} as before) as named`.execute(tx.em.getKysely());
  const [found] = rows;
  if (!found) throw new Error('a query without a table returned no row');
  return found;
}

/**
 * Returns the rank for a drop: between two neighbours, or next to a single one, or at the column's end if there is none or
 * none exists any more. Neighbours can belong to other projects, because boards mix projects. If the two are no longer in
 * this order, only the upper one counts.
 */
export async function rankForDrop(tx: Tx, drop: Drop): Promise<string> {
  const { after, before, above, below, hasTasksBelow, greatest } = await readSurroundings(tx, drop);
  if (after === null) return before === null ? endRank(tx.now, greatest) : rankBetween(above, before);
  const upTo = before !== null && before > after ? before : null;
  // A neighbour of another project can rank after every task of this one.
  if (upTo === null && !hasTasksBelow) return endRank(tx.now, greatest !== null && greatest > after ? greatest : after);
  return rankBetween(after, below !== null && (upTo === null || below < upTo) ? below : upTo);
}

/**
 * Shortens the ranks around the task if its own has grown too long. Affects tasks of all columns, as a project has one
 * sequence of ranks.
 */
export const respaceTasks = (tx: Tx, task: Task): Promise<void> =>
  respaceAround(tx, task, { table: 'task', within: 'project_id', value: task.projectId });
