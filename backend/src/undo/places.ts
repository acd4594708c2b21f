import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Tx } from '../kernel/command.js';
import { rankBetween } from '../kernel/rank.js';
import { Task } from '../tasks/task.entity.js';
import type { Line } from './acts.js';
import type { FormerPlace, Placed, Undoing } from './undoing.js';

/** Something that was given a new key for the same place. */
interface Respaced {
  /** What it has its place in: the project of a card, the task of an item of a checklist. */
  within: string;
  id: string;
  revision: number;
  before: string;
  after: string;
}

/** The new keys that places of these projects were given since the oldest of these lines that have moved a card. */
export async function readRespaced(em: EntityManager, lines: readonly Line[]): Promise<Respaced[]> {
  const since = new Map<string, number>();
  // newest first: the oldest says last
  for (const { projectId, revision, fields } of lines) if (fields['rank']) since.set(projectId, revision);
  if (since.size === 0) return [];
  const { rows } = await sql<Respaced>`
    select coalesce(i.task_id, c.project_id) as within, c.entity_id as id, c.revision, c.fields #>> '{rank,0}' as before,
      c.fields #>> '{rank,1}' as after
    from unnest(${[...since.keys()]}::uuid[], ${[...since.values()]}::int[]) as moved(project_id, revision)
    join change c on c.project_id = moved.project_id and c.revision >= moved.revision and c.because = 'respaced'
    left join checklist_item i on c.entity = 'checklist_item' and i.id = c.entity_id
    where c.fields ? 'rank' order by c.revision, c.n`.execute(em.getKysely());
  return rows;
}

/** The key by which a card stands now where it was put with `key` at a revision, if nobody has moved it since. */
export const keyNowBy =
  (respaced: readonly Respaced[]): Undoing['keyNow'] =>
  (id, key, revision) => {
    let now = key;
    for (const line of respaced) {
      const isNext = line.id === id && line.revision > revision;
      if (isNext && line.before === now) now = line.after;
    }
    return now;
  };

/** What a key of former times lies between today: itself where it still says the same place. */
interface Gap {
  key: string | null;
  lower: string | null;
  upper: string | null;
}

/**
 * Where a key of former times stands among the keys of today: each time that keys around it were made anew, it goes between
 * the new ones of the same neighbours.
 */
export function placeNow(key: string, events: readonly (readonly Pick<Respaced, 'before' | 'after'>[])[]): Gap {
  let gap: Gap = { key, lower: null, upper: null };
  for (const lines of events) {
    const at = gap.key ?? gap.lower ?? gap.upper ?? key;
    const sorted = lines.toSorted((a, b) => (a.before < b.before ? -1 : 1));
    const lower = sorted.findLast(({ before }) =>
      gap.key === null && gap.lower === null ? before < at : before <= at,
    );
    const upper = sorted.find(({ before }) => before > at || (gap.lower === null && gap.key === null && before === at));
    if (!lower && !upper) continue;
    const [low, high] = [lower?.after ?? null, upper?.after ?? null];
    const stands = gap.key !== null && (low === null || low < gap.key) && (high === null || gap.key < high);
    if (!stands) gap = { key: null, lower: low, upper: high };
  }
  return gap;
}

/** Where a row has its place, as the database has it. */
const scopeOf = (row: Placed) =>
  row instanceof Task
    ? { table: sql.table('task'), column: sql.ref('project_id'), within: row.projectId }
    : { table: sql.table('checklist_item'), column: sql.ref('task_id'), within: row.taskId };
type Scope = ReturnType<typeof scopeOf>;

/** The nearest key that there is below one, or above. */
async function nearest(em: EntityManager, scope: Scope, key: string, side: 'below' | 'above'): Promise<string | null> {
  const found = side === 'below' ? sql`max(rank)` : sql`min(rank)`;
  const { rows } = await sql<{ rank: string | null }>`
    select ${found} as rank from ${scope.table}
    where ${scope.column} = ${scope.within} and ${side === 'below' ? sql`rank < ${key}` : sql`rank > ${key}`}`.execute(
    em.getKysely(),
  );
  return rows[0]?.rank ?? null;
}

/** Which of these keys others have there. */
async function takenOf(em: EntityManager, scope: Scope, places: readonly FormerPlace[]): Promise<Set<string>> {
  const { rows } = await sql<{ rank: string }>`
    select rank from ${scope.table}
    where ${scope.column} = ${scope.within} and rank = any(${places.map(({ key }) => key)}::text[])
      and id <> all(${places.map(({ row }) => row.id)}::uuid[])`.execute(em.getKysely());
  return new Set(rows.map(({ rank }) => rank));
}

/**
 * Puts cards and items back to where they were in the order: by the old key if that is free and still says the same place,
 * else by one beside the old neighbours. What was deleted counts, as its place may come back.
 */
export async function putBack(
  { em }: Tx,
  places: readonly FormerPlace[],
  respaced: readonly Respaced[],
): Promise<void> {
  // they may trade places: whether keys are unique is asked at the end
  if (places.length > 0) await sql`set constraints all deferred`.execute(em.getKysely());
  for (const those of Map.groupBy(places, ({ row }) => scopeOf(row).within).values()) {
    const [first] = those as [FormerPlace];
    const scope = scopeOf(first.row);
    const taken = await takenOf(em, scope, those);
    const mine = respaced.filter(({ within }) => within === scope.within);
    const events = [...Map.groupBy(mine, (it) => it.revision)];
    for (const { row, key, revision } of those) {
      const later = events.filter(([at]) => at >= revision).map(([, lines]) => lines);
      const gap = placeNow(key, later);
      let rank = gap.key;
      if (rank === null) {
        const lower = gap.lower ?? (gap.upper === null ? null : await nearest(em, scope, gap.upper, 'below'));
        rank = rankBetween(lower, lower === null ? gap.upper : await nearest(em, scope, lower, 'above'));
      }
      while (taken.has(rank)) rank = rankBetween(await nearest(em, scope, rank, 'below'), rank);
      taken.add(rank);
      row.rank = rank;
    }
  }
}
