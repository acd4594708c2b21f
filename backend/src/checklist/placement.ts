import { sql } from 'kysely';
import type { Tx } from '../kernel/command.js';
import { endRank, MAX_RANK_LENGTH, type Ranked, rankBetween, respace } from '../kernel/rank.js';
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

/** When a rank has grown too long, gives its surroundings shorter ones in the same order, within the same command. */
export async function respaceChecklist(tx: Tx, item: ChecklistItem): Promise<void> {
  if (item.rank.length <= MAX_RANK_LENGTH) return;
  const { rows } = await sql<Ranked>`
    select id, rank from checklist_item where task_id = ${item.taskId} and id <> ${item.id} order by rank`.execute(
    tx.em.getKysely(),
  );
  const ordered = [...rows.filter(({ rank }) => rank < item.rank), { id: item.id, rank: item.rank }];
  const at = ordered.length - 1;
  ordered.push(...rows.filter(({ rank }) => rank > item.rank));
  const fresh = respace(ordered, at);
  // ranks trade places for a moment, so uniqueness is checked at the commit
  await sql`set constraints checklist_item_task_id_rank_unique deferred`.execute(tx.em.getKysely());
  item.rank = fresh.get(item.id) ?? item.rank;
  fresh.delete(item.id);
  tx.changeMany({
    projectId: item.projectId,
    entity: 'checklist_item',
    action: 'updated',
    because: 'respaced',
    statement: sql`
      update checklist_item set rank = fresh.rank, version = ${tx.revisionOf(item.projectId)}
      from unnest(${[...fresh.keys()]}::uuid[], ${[...fresh.values()]}::text[]) as fresh(id, rank)
      join checklist_item before on before.id = fresh.id
      where checklist_item.id = fresh.id and checklist_item.rank <> fresh.rank
      returning checklist_item.id,
        jsonb_build_object('rank', jsonb_build_array(before.rank, checklist_item.rank)) as fields`,
  });
}
