import { sql } from 'kysely';
import type { Tx } from './command.js';
import { MAX_RANK_LENGTH, type Ranked, respace } from './rank.js';

/** Rows that share one sequence of ranks: those of a table that have the same value in a column. */
interface Sequence {
  /** The table, and the entity as the log calls it. */
  table: 'task' | 'checklist_item';
  within: 'project_id' | 'task_id';
  value: string;
}

/**
 * When a rank has grown too long, gives its surroundings shorter ones in the same order, within the same command. Nobody has
 * moved the others: their `updatedAt` stays.
 */
export async function respaceAround(
  tx: Tx,
  row: Ranked & { projectId: string },
  { table, within, value }: Sequence,
): Promise<void> {
  if (row.rank.length <= MAX_RANK_LENGTH) return;
  const db = tx.em.getKysely();
  const rows = sql.table(table);
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const { rows: others } = await sql<Ranked>`
    select id, rank from ${rows} where ${sql.ref(within)} = ${value} and id <> ${row.id} order by rank`.execute(db);
  const ordered = [...others.filter(({ rank }) => rank < row.rank), { id: row.id, rank: row.rank }];
  const at = ordered.length - 1;
  ordered.push(...others.filter(({ rank }) => rank > row.rank));
  const fresh = respace(ordered, at);
  // ranks trade places for a moment, so uniqueness is checked at the commit
  await sql`set constraints ${sql.ref(`${table}_${within}_rank_unique`)} deferred`.execute(db);
  row.rank = fresh.get(row.id) ?? row.rank;
  fresh.delete(row.id);
  tx.changeMany({
    projectId: row.projectId,
    entity: table,
    action: 'updated',
    because: 'respaced',
    statement: sql`
      update ${rows} set rank = fresh.rank, version = ${tx.revisionOf(row.projectId)}
      from unnest(${[...fresh.keys()]}::uuid[], ${[...fresh.values()]}::text[]) as fresh(id, rank)
      join ${rows} before on before.id = fresh.id
      where ${column('id')} = fresh.id and ${column('rank')} <> fresh.rank
      returning ${column('id')}, jsonb_build_object('rank', jsonb_build_array(before.rank, ${column('rank')})) as fields`,
  });
}
