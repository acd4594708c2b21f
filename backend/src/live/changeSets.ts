import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { ProjectRole } from '../../contract/enums.js';
import { LIMITS } from '../../contract/limits.js';
import type { Change } from '../kernel/changeLog.js';
import { isTheirs, type Reach } from '../kernel/program.js';

/** A line of the log, as a change set has it. */
export interface LoggedChange extends Omit<Change, 'projectId'> {
  /** Its rank is a new key for the same place. */
  respaced: boolean;
}

/** What one command did to one project: the unit of the feed. */
export interface ChangeSet {
  projectId: string;
  revision: number;
  mutationId: string | null;
  actorId: string;
  at: Date;
  /** The revisions of the project that it took back; null of all others. */
  undoOf: number[] | null;
  changes: LoggedChange[];
  /** How long the JSON of what changed is. */
  bytes: number;
}

/** A stretch of one project's log: after this revision, up to and with that one. */
export interface Stretch {
  projectId: string;
  after: number;
  upTo: number;
}

/** What stretches of the log hold. */
export interface ReadStretches {
  /** Each project's in order. Revisions ascend and may skip. */
  sets: ChangeSet[];
  /** The projects whose stretch holds more than may be sent: their sets are left out. */
  beyond: ReadonlySet<string>;
}

/**
 * The change sets of these stretches in order, of each no more lines than may be sent and one, of all together no more bytes and
 * one line. One statement for all. `needsAll`: a stretch that does not fit is left out by the caller, so what changed in it is not
 * read: many sockets may ask for it at once.
 */
async function readSets(em: EntityManager, stretches: readonly Stretch[], needsAll: boolean): Promise<ChangeSet[]> {
  const fits = needsAll ? sql`c.all_of_project <= ${LIMITS.replayBytes}` : sql`true`;
  const { rows } = await sql<Omit<ChangeSet, 'at'> & { at: string }>`
    select c.project_id as "projectId", c.revision, max(c.mutation_id) as "mutationId", c.actor_id as "actorId", c.at,
      c.undo_of as "undoOf", sum(c.size)::int as bytes,
      coalesce(jsonb_agg(jsonb_build_object('entity', c.entity, 'entityId', c.entity_id, 'action', c.action, 'fields', c.fields,
        'respaced', coalesce(c.because = 'respaced', false)) order by c.n) filter (where ${fits}), '[]') as changes
    from (
      select line.*, sum(line.size) over (order by line.project_id, line.revision, line.n rows unbounded preceding) as so_far,
        sum(line.size) over (partition by line.project_id) as all_of_project
      from unnest(${stretches.map((s) => s.projectId)}::uuid[], ${stretches.map((s) => s.after)}::int[],
        ${stretches.map((s) => s.upTo)}::int[]) as wanted(project_id, after, up_to)
      cross join lateral (
        select *, octet_length(fields::text) as size from change
        where project_id = wanted.project_id and revision > wanted.after and revision <= wanted.up_to
        order by revision, n limit ${LIMITS.replayLines + 1}) line) c
    where c.so_far - c.size <= ${LIMITS.replayBytes}
    group by c.project_id, c.revision, c.actor_id, c.at, c.undo_of
    order by c.project_id, c.revision`.execute(em.getKysely());
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

/** The change sets of these stretches; one statement for all, which reads no more of a project than may be sent. */
export async function readChangeSets(em: EntityManager, stretches: readonly Stretch[]): Promise<ReadStretches> {
  if (stretches.length === 0) return { sets: [], beyond: new Set() };
  const rows = await readSets(em, stretches, true);
  const size = new Map<string, { sets: number; lines: number }>();
  for (const { projectId, changes } of rows) {
    const { sets, lines } = size.get(projectId) ?? { sets: 0, lines: 0 };
    size.set(projectId, { sets: sets + 1, lines: lines + changes.length });
  }
  const beyond = new Set<string>();
  const last = rows.at(-1);
  // the statement has ended within this project, before all that come after it
  if (last && bytesOf(rows) > LIMITS.replayBytes) {
    for (const { projectId } of stretches) if (projectId >= last.projectId) beyond.add(projectId);
  }
  for (const [projectId, { sets, lines }] of size) {
    if (sets > LIMITS.replaySets || lines > LIMITS.replayLines) beyond.add(projectId);
  }
  return { sets: rows.filter(({ projectId }) => !beyond.has(projectId)), beyond };
}

/** Sets of a stretch, and whether there are more in the direction in which they are read. */
interface PageOfSets {
  sets: ChangeSet[];
  isCut: boolean;
}

const linesOf = (sets: readonly ChangeSet[]): number => sets.reduce((sum, { changes }) => sum + changes.length, 0);
const bytesOf = (sets: readonly ChangeSet[]): number => sets.reduce((sum, { bytes }) => sum + bytes, 0);
/** Whether the last of them is more than may be sent, and perhaps not whole. */
const isTooMuch = (sets: readonly ChangeSet[]): boolean =>
  linesOf(sets) > LIMITS.replayLines || bytesOf(sets) > LIMITS.replayBytes;

/**
 * The first sets of a stretch, whole: one that does not fit is left for the next page. None although it is cut: the first
 * alone holds more than may be sent.
 */
export async function readFirstSets(em: EntityManager, stretch: Stretch, size: number): Promise<PageOfSets> {
  const sets = await readSets(em, [stretch], false);
  const whole = isTooMuch(sets) ? sets.slice(0, -1) : sets;
  return { sets: whole.slice(0, size), isCut: whole.length > size || whole.length < sets.length };
}

/** The last sets of a stretch in their order, likewise. */
export async function readLastSets(em: EntityManager, stretch: Stretch, size: number): Promise<PageOfSets> {
  const { rows } = await sql<{ revision: number }>`
    select revision from change
    where project_id = ${stretch.projectId} and revision > ${stretch.after} and revision <= ${stretch.upTo}
    group by revision order by revision desc limit ${size + 1}`.execute(em.getKysely());
  const before = rows[size];
  const sets = await readSets(em, [before ? { ...stretch, after: before.revision } : stretch], false);
  if (!isTooMuch(sets)) return { sets, isCut: before !== undefined };
  return size > 1 ? { ...(await readLastSets(em, stretch, size >> 1)), isCut: true } : { sets: [], isCut: true };
}

/** How many sets the log of a project has up to a revision. */
export async function countSets(em: EntityManager, projectId: string, upTo: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct revision)::int as count from change
    where project_id = ${projectId} and revision <= ${upTo}`.execute(em.getKysely());
  return rows[0]?.count ?? 0;
}

/** Where a project stands: its revision and who belongs to it, from one moment. Empty members: deleted. */
export interface ProjectState extends Position {
  members: Map<string, ProjectRole>;
}

/** The present state of projects, revision and members of each from the same snapshot; one statement for all. */
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

/** Where a project stands, or was seen to stand. */
export interface Position {
  projectId: string;
  revision: number;
}

/** The projects a person belongs to. */
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

/** Where the viewer's projects stand; of more than `changes` takes the newest. */
export async function readPositions(em: EntityManager, viewer: Reach): Promise<Position[]> {
  const { rows } = await sql<Position>`
    select p.id as "projectId", p.revision from project_member m
    join project p on p.id = m.project_id and p.deleted_at is null
    where ${isTheirs(viewer)} order by p.id desc limit ${LIMITS.cursorsMax}`.execute(em.getKysely());
  return rows;
}

/** The present revisions of projects, for the poll. */
export async function readRevisions(em: EntityManager, projectIds: readonly string[]): Promise<Position[]> {
  if (projectIds.length === 0) return [];
  const { rows } = await sql<Position>`
    select id as "projectId", revision from project where id = any(${[...projectIds]}::uuid[])`.execute(em.getKysely());
  return rows;
}
