import { sql } from 'kysely';
import type { Tx } from './command.js';
import { byRank } from '../../contract/taskPlace.js';
import { MAX_RANK_LENGTH, type Ranked, respace } from '../platform/database/rank.js';

/** Rows that share one sequence of ranks: rows of a table with the same value in a column. */
interface Sequence {
  /** The name of the table, and of the kind in the log. */
  table: 'task' | 'checklist_item';
  within: 'project_id' | 'task_id';
  value: string;
}

/** A row with a new rank, which is not yet written. */
type Placed = Ranked & { projectId: string };

/**
 * If a rank has grown too long, gives it and its neighbors shorter ones in the same order. `placed`: the rows of the
 * sequence that the command places, whose ranks in the database no longer count. The neighbors keep their `updatedAt`,
 * as no user changed them.
 */
export async function respaceAround(
  tx: Tx,
  placed: readonly Placed[],
  { table, within, value }: Sequence,
): Promise<void> {
  const longest = placed.toSorted((one, other) => other.rank.length - one.rank.length)[0];
  if (!longest || longest.rank.length <= MAX_RANK_LENGTH) return;
  const { projectId } = longest;
  const db = tx.em.getKysely();
  const rows = sql.table(table);
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const { rows: others } = await sql<Ranked>`
    select id, rank from ${rows}
    where ${sql.ref(within)} = ${value} and id <> all(${placed.map(({ id }) => id)}::uuid[])`.execute(db);
  const ordered = [...others, ...placed.map(({ id, rank }) => ({ id, rank }))].toSorted(byRank);
  const fresh = respace(
    ordered,
    ordered.findIndex(({ id }) => id === longest.id),
  );
  // Ranks overlap while they are reassigned, so uniqueness is checked at commit.
  await sql`set constraints ${sql.ref(`${table}_${within}_rank_unique`)} deferred`.execute(db);
  for (const row of placed) {
    row.rank = fresh.get(row.id) ?? row.rank;
    fresh.delete(row.id);
  }
  tx.changeMany({
    projectId,
    entity: table,
    action: 'updated',
    because: 'respaced',
    statement: sql`
      update ${rows} set rank = fresh.rank, version = ${tx.revisionOf(projectId)}
      from unnest(${[...fresh.keys()]}::uuid[], ${[...fresh.values()]}::text[]) as fresh(id, rank)
      join ${rows} before on before.id = fresh.id
      where ${column('id')} = fresh.id and ${column('rank')} <> fresh.rank
      returning ${column('id')}, jsonb_build_object('rank', jsonb_build_array(before.rank, ${column('rank')})) as fields`,
  });
}
