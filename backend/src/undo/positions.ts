import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Tx } from '../write/command.js';
import { kindsOf } from '../write/kinds.js';
import { rankBetween } from '../platform/database/rank.js';
import { findLogRule } from '../write/changeLog.js';
import type { Line } from './logLines.js';
import type { FormerPlace, Placed, UndoContext } from './undoContext.js';

/** An object whose rank was renumbered. */
interface Respaced {
  entity: string;
  /** The scope of its rank: the project of a task, the task of a part. */
  within: string;
  id: string;
  revision: number;
  before: string;
  after: string;
}

/** Reads the renumbered ranks of these projects since the oldest of the lines that moved a task. */
export async function readRespaced(em: EntityManager, lines: readonly Line[]): Promise<Respaced[]> {
  const since = new Map<string, number>();
  // Newest first, so that the oldest is kept.
  for (const { projectId, revision, fields } of lines) if (fields['rank']) since.set(projectId, revision);
  if (since.size === 0) return [];
  const parts = kindsOf(em).flatMap(({ name, table, isRanked, owners: [owner] }) =>
    isRanked && owner ? [{ name, table, alias: sql.table(name), ownerId: sql.ref(`${name}.${owner.columnName}`) }] : [],
  );
  const joins = parts.map(
    ({ name, table, alias }) => sql`left join ${table} ${alias} on c.entity = ${name} and ${alias}.id = c.entity_id`,
  );
  const { rows } = await sql<Respaced>`
    select coalesce(${sql.join([...parts.map(({ ownerId }) => ownerId), sql`c.project_id`])}) as within, c.entity, c.entity_id as id, c.revision, c.fields #>> '{rank,0}' as before,
      c.fields #>> '{rank,1}' as after
    from unnest(${[...since.keys()]}::uuid[], ${[...since.values()]}::int[]) as moved(project_id, revision)
    join change c on c.project_id = moved.project_id and c.revision >= moved.revision and c.because = 'respaced'
    ${sql.join(joins, sql` `)}
    where c.fields ? 'rank' order by c.revision, c.n`.execute(em.getKysely());
  return rows;
}

/** Returns the present rank of a task that had rank `key` at a revision, if it was not moved since. */
export const createRankLookup =
  (respaced: readonly Respaced[]): UndoContext['currentRank'] =>
  (id, key, revision) => {
    let now = key;
    for (const line of respaced) {
      const isNext = line.id === id && line.revision > revision;
      if (isNext && line.before === now) now = line.after;
    }
    return now;
  };

/** The present place of an old rank: `key` if the rank still marks the same place, else its new neighbors. */
interface Gap {
  key: string | null;
  lower: string | null;
  upper: string | null;
}

/**
 * Converts an old rank to the present ranks: after each renumbering around it, it lies between the new ranks of the same
 * neighbors.
 */
export function toCurrentGap(key: string, events: readonly (readonly Pick<Respaced, 'before' | 'after'>[])[]): Gap {
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
    const isSamePlace = gap.key !== null && (low === null || low < gap.key) && (high === null || gap.key < high);
    if (!isSamePlace) gap = { key: null, lower: low, upper: high };
  }
  return gap;
}

/** The scope of a row's rank in SQL: the rows of its kind with the same owner or, without one, in the same project. */
function scopeOf(em: EntityManager, row: Placed) {
  const kind = kindsOf(em).find(({ name }) => name === findLogRule(row)?.entity);
  if (!kind) throw new Error('only an object of a project has a place');
  const [owner] = kind.owners;
  return owner
    ? {
        kind: kind.name,
        table: kind.table,
        column: owner.column,
        within: (row as unknown as Record<string, string>)[owner.property] ?? '',
      }
    : { kind: kind.name, table: kind.table, column: sql.ref('project_id'), within: row.projectId };
}
type Scope = ReturnType<typeof scopeOf>;

/** Returns the nearest existing rank below or above one. */
async function nearest(em: EntityManager, scope: Scope, key: string, side: 'below' | 'above'): Promise<string | null> {
  const found = side === 'below' ? sql`max(rank)` : sql`min(rank)`;
  const { rows } = await sql<{ rank: string | null }>`
    select ${found} as rank from ${scope.table}
    where ${scope.column} = ${scope.within} and ${side === 'below' ? sql`rank < ${key}` : sql`rank > ${key}`}`.execute(
    em.getKysely(),
  );
  return rows[0]?.rank ?? null;
}

/** Returns which of these ranks other rows have. */
async function readTakenRanks(em: EntityManager, scope: Scope, places: readonly FormerPlace[]): Promise<Set<string>> {
  const { rows } = await sql<{ rank: string }>`
    select rank from ${scope.table}
    where ${scope.column} = ${scope.within} and rank = any(${places.map(({ key }) => key)}::text[])
      and id <> all(${places.map(({ row }) => row.id)}::uuid[])`.execute(em.getKysely());
  return new Set(rows.map(({ rank }) => rank));
}

/**
 * Restores positions of tasks and parts: by the old rank if it is free and still marks the same place, else by a new one next
 * to the old neighbors. Deleted rows count, as they can be restored.
 */
export async function restorePositions(
  { em }: Tx,
  places: readonly FormerPlace[],
  respaced: readonly Respaced[],
): Promise<void> {
  // Rows can swap places: the unique constraint on ranks is checked at the end.
  if (places.length > 0) await sql`set constraints all deferred`.execute(em.getKysely());
  const nameOf = ({ row }: FormerPlace): string => {
    const { kind, within } = scopeOf(em, row);
    return `${kind} ${within}`;
  };
  for (const those of Map.groupBy(places, nameOf).values()) {
    const [first] = those as [FormerPlace];
    const scope = scopeOf(em, first.row);
    const taken = await readTakenRanks(em, scope, those);
    const mine = respaced.filter(({ entity, within }) => entity === scope.kind && within === scope.within);
    const events = [...Map.groupBy(mine, (it) => it.revision)];
    for (const { row, key, revision } of those) {
      const later = events.filter(([at]) => at >= revision).map(([, lines]) => lines);
      const gap = toCurrentGap(key, later);
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
