import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { ProjectRole } from '../../contract/enums.js';
import { LIMITS } from '../../contract/limits.js';
import type { Change } from '../write/changeLog.js';
import { unwrapFields } from '../write/longText.js';
import { isInScope, type AccessScope } from '../request/program.js';

/** One line of the log. */
export interface LoggedChange extends Omit<Change, 'projectId'> {
  /** The rank changed, but not the place: ranks were renumbered. */
  respaced: boolean;
}

/** The changes of one command to one project: the unit of the feed. */
export interface ChangeSet {
  projectId: string;
  revision: number;
  mutationId: string | null;
  actorId: string;
  at: Date;
  /** The revisions that it undid; null if it is no undo. */
  undoOf: number[] | null;
  changes: LoggedChange[];
  /** Length of the changes as JSON. */
  bytes: number;
}

/** Revisions of one project: greater than `after`, up to and including `upTo`. */
export interface LogRange {
  projectId: string;
  after: number;
  upTo: number;
}

export interface LogRangeResult {
  /** Ordered by project and revision; revisions can have gaps. */
  sets: ChangeSet[];
  /** Projects whose range exceeds the limits of a replay; `sets` has none of their change sets. */
  tooLarge: ReadonlySet<string>;
}

/**
 * Reads the change sets of the ranges with one statement. Reads one line more than the limits of a replay, per project by lines
 * and in total by bytes, so that the caller can detect an excess. `needsAll`: the caller drops ranges that exceed the limits, so
 * their fields are not read. This saves memory when many sockets ask at the same time. `objectSize`: the bytes of the object of
 * `line`, if the answer contains it. With `needsAll`, each object counts once, because its row is loaded once.
 */
async function readSets(
  em: EntityManager,
  ranges: readonly LogRange[],
  needsAll: boolean,
  objectSize?: RawBuilder<number>,
): Promise<ChangeSet[]> {
  const fits = needsAll ? sql`c.all_of_project <= ${LIMITS.replayBytes}` : sql`true`;
  const counted =
    needsAll && objectSize
      ? sql`case when row_number() over (partition by line.project_id, line.entity, line.entity_id order by line.revision, line.n) = 1
        then ${objectSize} else 0 end`
      : (objectSize ?? sql`0`);
  const { rows } = await sql<Omit<ChangeSet, 'at'> & { at: string }>`
    select c.project_id as "projectId", c.revision, max(c.mutation_id) as "mutationId", c.actor_id as "actorId", c.at,
      c.undo_of as "undoOf", sum(c.size)::int as bytes,
      coalesce(jsonb_agg(jsonb_build_object('entity', c.entity, 'entityId', c.entity_id, 'action', c.action, 'fields', c.fields,
        'respaced', coalesce(c.because = 'respaced', false)) order by c.n) filter (where ${fits}), '[]') as changes
    from (
      select sized.*, sum(size) over (order by project_id, revision, n rows unbounded preceding) as so_far,
        sum(size) over (partition by project_id) as all_of_project
      from (
        select line.*, octet_length(line.fields::text) + ${counted} as size
        from unnest(${ranges.map((s) => s.projectId)}::uuid[], ${ranges.map((s) => s.after)}::int[],
          ${ranges.map((s) => s.upTo)}::int[]) as wanted(project_id, after, up_to)
        cross join lateral (
          select * from change
          where project_id = wanted.project_id and revision > wanted.after and revision <= wanted.up_to
          order by revision, n limit ${LIMITS.replayLines + 1}) line) sized) c
    where c.so_far - c.size <= ${LIMITS.replayBytes}
    group by c.project_id, c.revision, c.actor_id, c.at, c.undo_of
    order by c.project_id, c.revision`.execute(em.getKysely());
  return rows.map((row) => ({
    ...row,
    at: new Date(row.at),
    changes: row.changes.map((change) => ({ ...change, fields: unwrapFields(change.fields) })),
  }));
}

/**
 * Reads the change sets of the ranges with one statement, within the limits of a replay. With `objectSize`, the objects that
 * the events contain count, too.
 */
export async function readChangeSets(
  em: EntityManager,
  ranges: readonly LogRange[],
  objectSize?: RawBuilder<number>,
): Promise<LogRangeResult> {
  if (ranges.length === 0) return { sets: [], tooLarge: new Set() };
  const rows = await readSets(em, ranges, true, objectSize);
  const size = new Map<string, { sets: number; lines: number }>();
  for (const { projectId, changes } of rows) {
    const { sets, lines } = size.get(projectId) ?? { sets: 0, lines: 0 };
    size.set(projectId, { sets: sets + 1, lines: lines + changes.length });
  }
  const tooLarge = new Set<string>();
  const last = rows.at(-1);
  // The statement stopped within the last project, so this one and those after it are incomplete.
  if (last && sumBytes(rows) > LIMITS.replayBytes) {
    for (const { projectId } of ranges) if (projectId >= last.projectId) tooLarge.add(projectId);
  }
  for (const [projectId, { sets, lines }] of size) {
    if (sets > LIMITS.replaySets || lines > LIMITS.replayLines) tooLarge.add(projectId);
  }
  return { sets: rows.filter(({ projectId }) => !tooLarge.has(projectId)), tooLarge };
}

interface PageOfSets {
  sets: ChangeSet[];
  hasMore: boolean;
}

const countLines = (sets: readonly ChangeSet[]): number => sets.reduce((sum, { changes }) => sum + changes.length, 0);
const sumBytes = (sets: readonly ChangeSet[]): number => sets.reduce((sum, { bytes }) => sum + bytes, 0);
/** True if the last set exceeds the limits of a replay. It can then be incomplete. */
const exceedsLimits = (sets: readonly ChangeSet[]): boolean =>
  countLines(sets) > LIMITS.replayLines || sumBytes(sets) > LIMITS.replayBytes;

/** Reads the first complete sets of a range. No sets with `hasMore` means that the first one alone exceeds the limits. */
export async function readFirstSets(
  em: EntityManager,
  range: LogRange,
  size: number,
  objectSize: RawBuilder<number>,
): Promise<PageOfSets> {
  const sets = await readSets(em, [range], false, objectSize);
  const whole = exceedsLimits(sets) ? sets.slice(0, -1) : sets;
  return { sets: whole.slice(0, size), hasMore: whole.length > size || whole.length < sets.length };
}

/** Reads the last complete sets of a range, in ascending order. */
export async function readLastSets(
  em: EntityManager,
  range: LogRange,
  size: number,
  objectSize: RawBuilder<number>,
): Promise<PageOfSets> {
  const { rows } = await sql<{ revision: number }>`
    select revision from change
    where project_id = ${range.projectId} and revision > ${range.after} and revision <= ${range.upTo}
    group by revision order by revision desc limit ${size + 1}`.execute(em.getKysely());
  const before = rows[size];
  const sets = await readSets(em, [before ? { ...range, after: before.revision } : range], false, objectSize);
  if (!exceedsLimits(sets)) return { sets, hasMore: before !== undefined };
  return size > 1
    ? { ...(await readLastSets(em, range, size >> 1, objectSize)), hasMore: true }
    : { sets: [], hasMore: true };
}

export async function countSets(em: EntityManager, projectId: string, upTo: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct revision)::int as count from change
    where project_id = ${projectId} and revision <= ${upTo}`.execute(em.getKysely());
  return rows[0]?.count ?? 0;
}

/** The revision and the members of a project at one moment; a deleted project has no members. */
export interface ProjectState extends ProjectPosition {
  members: Map<string, ProjectRole>;
}

/** Reads revision and members from one snapshot. */
export async function readProjectStates(em: EntityManager, projectIds: readonly string[]): Promise<ProjectState[]> {
  if (projectIds.length === 0) return [];
  const { rows } = await sql<{ projectId: string; revision: number; members: Record<string, ProjectRole> | null }>`
    select p.id as "projectId", p.revision,
      (select jsonb_object_agg(m.user_id, m.role) from project_member m
        where m.project_id = p.id and p.deleted_at is null) as members
    from project p where p.id = any(${[...projectIds]}::uuid[])`.execute(em.getKysely());
  return rows.map(({ projectId, revision, members }) => ({
    projectId,
    revision,
    members: new Map(Object.entries(members ?? {})),
  }));
}

export interface ProjectPosition {
  projectId: string;
  revision: number;
}

export async function readMemberships(
  em: EntityManager,
  userIds: readonly string[],
): Promise<{ userId: string; projectId: string }[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ userId: string; projectId: string }>`
    select m.user_id as "userId", m.project_id as "projectId" from project_member m
    join project p on p.id = m.project_id and p.deleted_at is null
    where m.user_id = any(${[...userIds]}::uuid[])`.execute(em.getKysely());
  return rows;
}

/** Reads the positions of the viewer's newest projects, as many as `changes` accepts. */
export async function readPositions(em: EntityManager, viewer: AccessScope): Promise<ProjectPosition[]> {
  const { rows } = await sql<ProjectPosition>`
    select p.id as "projectId", p.revision from project_member m
    join project p on p.id = m.project_id and p.deleted_at is null
    where ${isInScope(viewer)} order by p.id desc limit ${LIMITS.cursorsMax}`.execute(em.getKysely());
  return rows;
}

export async function readRevisions(em: EntityManager, projectIds: readonly string[]): Promise<ProjectPosition[]> {
  if (projectIds.length === 0) return [];
  const { rows } = await sql<ProjectPosition>`
    select id as "projectId", revision from project where id = any(${[...projectIds]}::uuid[])`.execute(em.getKysely());
  return rows;
}
