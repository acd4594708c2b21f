import { sql } from 'kysely';
import type { TaskStatus } from '../../contract/enums.js';
import type { Tx } from '../kernel/command.js';
import { visibleProjects } from '../projects/project.reads.js';
import { endRank, MAX_RANK_LENGTH, type Ranked, rankBetween, respace } from '../kernel/rank.js';
import type { Task } from './task.entity.js';

/** Where a task was dropped. */
export interface Drop {
  taskId: string;
  projectId: string;
  status: TaskStatus;
  afterId?: string | null | undefined;
  beforeId?: string | null | undefined;
}

/** The greatest rank of a project, deleted tasks included: their places may come back. */
async function greatestRank(tx: Tx, projectId: string): Promise<string | null> {
  const { rows } = await sql<{ rank: string | null }>`
    select max(rank) as rank from task where project_id = ${projectId}`.execute(tx.em.getKysely());
  return rows[0]?.rank ?? null;
}

/** The rank for the end of a column: by the clock, and after everything the project has (and after `beyond`). */
export async function rankAtEnd(tx: Tx, projectId: string, beyond: string | null = null): Promise<string> {
  const greatest = await greatestRank(tx, projectId);
  return endRank(tx.now, greatest !== null && (beyond === null || greatest > beyond) ? greatest : beyond);
}

/** The rank of a neighbour the viewer can see; one that is gone, foreign or the task itself is ignored. */
async function neighbourRank(tx: Tx, id: string | null | undefined, taskId: string): Promise<string | null> {
  if (!id || id === taskId) return null;
  const { rows } = await sql<{ rank: string }>`
    select t.rank from task t where t.id = ${id} and t.deleted_at is null
      and t.project_id = any(array(${visibleProjects(tx.viewer.userId)}))`.execute(tx.em.getKysely());
  return rows[0]?.rank ?? null;
}

/**
 * The rank that another task of the project holds next to a given one, whatever its column and deleted ones included.
 * Nothing of the project lies between the two, so every rank in there is free.
 */
async function nearestRank(tx: Tx, drop: Drop, rank: string, side: 'above' | 'below'): Promise<string | null> {
  const [compare, pick] = side === 'below' ? [sql`>`, sql`min`] : [sql`<`, sql`max`];
  const { rows } = await sql<{ rank: string | null }>`
    select ${pick}(rank) as rank from task
    where project_id = ${drop.projectId} and id <> ${drop.taskId} and rank ${compare} ${rank}`.execute(
    tx.em.getKysely(),
  );
  return rows[0]?.rank ?? null;
}

/** Does the column of this project go on below a rank? */
async function goesOnBelow(tx: Tx, drop: Drop, rank: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from task
    where project_id = ${drop.projectId} and status = ${drop.status} and deleted_at is null
      and id <> ${drop.taskId} and rank > ${rank} limit 1`.execute(tx.em.getKysely());
  return rows.length > 0;
}

/**
 * The rank for a drop. Between two neighbours it lies between them; with one, next to it in the column; with none, or
 * when nothing is left of them, at the column's end. Neighbours may belong to other projects (boards mix projects). When
 * the two no longer stand in this order, the upper one counts.
 */
export async function rankForDrop(tx: Tx, drop: Drop): Promise<string> {
  const lower = await neighbourRank(tx, drop.afterId, drop.taskId);
  const named = await neighbourRank(tx, drop.beforeId, drop.taskId);
  if (lower === null) {
    return named === null
      ? rankAtEnd(tx, drop.projectId)
      : rankBetween(await nearestRank(tx, drop, named, 'above'), named);
  }
  const upper = named !== null && named > lower ? named : null;
  if (upper === null && !(await goesOnBelow(tx, drop, lower))) return rankAtEnd(tx, drop.projectId, lower);
  const nearest = await nearestRank(tx, drop, lower, 'below');
  return rankBetween(lower, nearest !== null && (upper === null || nearest < upper) ? nearest : upper);
}

/**
 * When a rank has grown too long, gives its surroundings shorter ones in the same order, within the same command. All
 * of the project's tasks in that stretch take part, whatever their column, as they share one sequence of ranks. Nobody has
 * moved those others: their `updatedAt` stays.
 */
export async function respaceAround(tx: Tx, task: Task): Promise<void> {
  if (task.rank.length <= MAX_RANK_LENGTH) return;
  const { rows } = await sql<Ranked>`
    select id, rank from task where project_id = ${task.projectId} and id <> ${task.id}
    order by rank`.execute(tx.em.getKysely());
  const ordered = [...rows.filter(({ rank }) => rank < task.rank), { id: task.id, rank: task.rank }];
  const at = ordered.length - 1;
  ordered.push(...rows.filter(({ rank }) => rank > task.rank));
  const fresh = respace(ordered, at);
  // ranks trade places for a moment, so uniqueness is checked at the commit
  await sql`set constraints task_project_id_rank_unique deferred`.execute(tx.em.getKysely());
  task.rank = fresh.get(task.id) ?? task.rank;
  fresh.delete(task.id);
  tx.changeMany({
    projectId: task.projectId,
    entity: 'task',
    action: 'updated',
    because: 'respaced',
    statement: sql`
      update task set rank = fresh.rank, version = ${tx.revisionOf(task.projectId)}
      from unnest(${[...fresh.keys()]}::uuid[], ${[...fresh.values()]}::text[]) as fresh(id, rank)
      join task before on before.id = fresh.id
      where task.id = fresh.id and task.rank <> fresh.rank
      returning task.id, jsonb_build_object('rank', jsonb_build_array(before.rank, task.rank)) as fields`,
  });
}
