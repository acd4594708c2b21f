import { sql } from 'kysely';
import type { Tx } from '../write/command.js';
import { endRank, type Neighbors, rankBetween } from '../platform/database/rank.js';
import { respaceAround } from '../write/respacing.js';
import type { ChecklistItem } from './checklistItem.entity.js';

/** The ranks around a place. */
interface Surroundings {
  /** Ranks of the named neighbors; null if they are deleted. */
  after: string | null;
  before: string | null;
  /** The nearest ranks above `before` and below `after`; includes deleted items, which can be restored. */
  above: string | null;
  below: string | null;
  greatest: string | null;
}

/** Returns the rank next to a neighbor, or at the end if there is none. If both are named, the upper one counts. */
export async function rankBeside(tx: Tx, { id, taskId }: ChecklistItem, to: Neighbors): Promise<string> {
  const others = sql`task_id = ${taskId} and id <> ${id}`;
  const neighbor = (named: string | null | undefined) =>
    sql`(select rank from checklist_item where ${others} and id = ${named ?? null} and deleted_at is null)`;
  const { rows } = await sql<Surroundings>`
    select after, before,
      (select max(rank) from checklist_item where ${others} and rank < before) as above,
      (select min(rank) from checklist_item where ${others} and rank > after) as below,
      (select max(rank) from checklist_item where task_id = ${taskId}) as greatest
    from (select ${neighbor(to.afterId)} as after, ${neighbor(to.beforeId)} as before) as named`.execute(
    tx.em.getKysely(),
  );
  const { after = null, before = null, above = null, below = null, greatest = null } = rows[0] ?? {};
  if (after !== null) return rankBetween(after, below);
  return before === null ? endRank(tx.now, greatest) : rankBetween(above, before);
}

/** Shortens the ranks of a checklist if the rank of `item` has grown too long. */
export const respaceChecklist = (tx: Tx, item: ChecklistItem): Promise<void> =>
  respaceAround(tx, [item], { table: 'checklist_item', within: 'task_id', value: item.taskId });
