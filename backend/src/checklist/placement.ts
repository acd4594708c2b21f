import { sql } from 'kysely';
import type { Tx } from '../kernel/command.js';
import { endRank, rankBetween } from '../kernel/rank.js';
import { respaceAround } from '../kernel/respacing.js';
import type { ChecklistItem } from './checklistItem.entity.js';

/** The neighbours between which an item is put. */
export interface Neighbours {
  afterId?: string | null | undefined;
  beforeId?: string | null | undefined;
}

/** The ranks that a place may depend on. */
interface Surroundings {
  /** Of the named neighbours, where they are there. */
  after: string | null;
  before: string | null;
  /** The nearest that another item holds above `before`, and below `after`; deleted ones count, as they may come back. */
  above: string | null;
  below: string | null;
  greatest: string | null;
}

/** The rank beside a neighbour; with none, or when none is left, at the end. When both are named, the upper one counts. */
export async function rankBeside(tx: Tx, { id, taskId }: ChecklistItem, to: Neighbours): Promise<string> {
  const others = sql`task_id = ${taskId} and id <> ${id}`;
  const neighbour = (named: string | null | undefined) =>
    sql`(select rank from checklist_item where ${others} and id = ${named ?? null} and deleted_at is null)`;
  const { rows } = await sql<Surroundings>`
    select after, before,
      (select max(rank) from checklist_item where ${others} and rank < before) as above,
      (select min(rank) from checklist_item where ${others} and rank > after) as below,
      (select max(rank) from checklist_item where task_id = ${taskId}) as greatest
    from (select ${neighbour(to.afterId)} as after, ${neighbour(to.beforeId)} as before) as named`.execute(
    tx.em.getKysely(),
  );
  const { after = null, before = null, above = null, below = null, greatest = null } = rows[0] ?? {};
  if (after !== null) return rankBetween(after, below);
  return before === null ? endRank(tx.now, greatest) : rankBetween(above, before);
}

/** When a rank has grown too long, gives its checklist shorter ones in the same order. */
export const respaceChecklist = (tx: Tx, item: ChecklistItem): Promise<void> =>
  respaceAround(tx, item, { table: 'checklist_item', within: 'task_id', value: item.taskId });
