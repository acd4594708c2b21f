import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import * as v from 'valibot';
import type { ProjectRole } from '../../contract/enums.js';
import { ARCHIVED } from '../../contract/trash.js';
import { mutationIdField } from '../../contract/write.js';
import { type Actor, MEMBER, mayWrite } from './actor.js';
import { type BulkChange, type Change, changeMany, collectChanges, type UndoOf, writeChanges } from './changeLog.js';
import { type Context, requireViewer } from './context.js';
import { AppError, forbidden, invalid, notFound } from './errors.js';
import { COMMAND_MS, withDeadlineUnlessSet } from './deadline.js';
import { claimKey, type IdempotencyKey, keepReceipt, keyOf, type Receipt } from './idempotency.js';
import { requireVersion } from './precondition.js';
import { type Reach, requireReach } from './program.js';
import { traced } from './eyes/tracing.js';
import { writing } from './requestScope.js';
import { securityEvent } from './securityEvents.js';

/** What a command works with, inside its transaction. */
export interface Tx {
  /** Sends nothing to the database before the log has been read off it: what `run` creates, its queries do not find. */
  em: EntityManager;
  /** Whose act it is: the log names them. And of whose projects it may speak. */
  viewer: Reach;
  /** The moment of the command: every row it writes carries the same one. */
  now: Date;
  /** The revision this command takes in a project it has locked or created. */
  revisionOf: (projectId: string) => number;
  /** With which role the viewer writes to a project that this command has locked, as it is with the lock held. */
  roleIn: (projectId: string) => ProjectRole;
  /** Is a project that this command has locked archived? Only one that says `inArchived` asks. */
  isArchived: (projectId: string) => boolean;
  /** Takes revision 1 of a project that this command creates. */
  openProject: (projectId: string) => void;
  /** Changes many rows without loading them, by one statement after those of `run` itself; their lines follow its own. */
  changeMany: (change: BulkChange) => void;
  /** The longer act that this command is a part of: whoever is to hear of it hears once, when that is over. */
  act: string | null;
  /** Takes back what was done before: nobody is told of it. */
  isUndo: boolean;
  /** Announces after the commit that this person's notifications changed. */
  wakeInbox: (userId: string) => void;
  /** What later rooms do within the commands of earlier ones. */
  reactions: Reactions;
}

/**
 * What must happen within a command of a room further left, in the same transaction and in this order. `reactions.ts` has
 * the list.
 */
export interface Reactions {
  /** To what a command is about to leave in the log; of `changeMany` nobody is told. */
  changed: readonly ((tx: Tx, changes: readonly Change[]) => Promise<void>)[];
  /** To somebody who is leaving a project. */
  memberRemoved: readonly ((tx: Tx, projectId: string, userId: string) => void)[];
  /** To the end of a change of many tasks, however it ends. */
  bulkRunEnded: readonly ((tx: Tx, id: string) => Promise<void>)[];
}

export interface Command<T> {
  operation: string;
  /** The parsed input; its hash tells a repeat from another request under the same key. */
  input: unknown;
  /** The projects it writes to; each is locked and takes one revision. */
  projectIds: readonly string[];
  /**
   * Those of them into which something comes from the others: their revisions become greater than all there were, so that
   * the versions of what has come go on ascending.
   */
  into?: readonly string[];
  /** In which capacity; a member of all these projects unless it says otherwise. */
  actor?: Actor;
  /**
   * It may write to archived projects: it archives one or takes that back, deletes or restores one, or lets people go. All
   * else is FORBIDDEN there, so that a write that is new need not think of it. The system passes.
   */
  inArchived?: true;
  /** The longer act that it is a part of. */
  act?: string;
  /** The change sets that it takes back, which its own carry. */
  undoOf?: UndoOf;
  /** Loads inside the transaction, asks the policy, changes entities. Throws AppError to refuse: nothing is written. */
  run: (tx: Tx) => Promise<T>;
  /** What to keep so that a repeat finds the object again, where the input does not say it. */
  receipt?: (result: T) => Receipt['receipt'];
  /** Answers a repeat with the object as it is now. Only a command that answers nothing can do without. */
  repeat?: (receipt: Receipt['receipt']) => Promise<T>;
}

type Repeatable<T> = Command<T> & Required<Pick<Command<T>, 'repeat'>>;

/** What a command answers: its result and the revision of the (first) project it left behind. */
export interface Written<T> {
  result: T;
  revision: number;
  /** The change sets that it left: one of each project in which it changed something. */
  revisions: ChangeSetName[];
}

/** Which change set of which project. */
export interface ChangeSetName {
  projectId: string;
  revision: number;
}

const namesOf = (sets: readonly (readonly [string, number])[]): ChangeSetName[] =>
  sets.map(([projectId, revision]) => ({ projectId, revision }));

/** What every write to projects answers of itself. */
export const leftBy = ({ revision, revisions }: Omit<Written<unknown>, 'result'>) => ({ revision, revisions });

/** The id of this write; VALIDATION_FAILED when it is not 1–100 visible ASCII characters. */
function mutationIdOf(ctx: Context): string | null {
  const checked = v.safeParse(mutationIdField, ctx.idempotencyKey ?? null);
  if (!checked.success) throw invalid({ mutationId: [checked.issues[0].message] });
  return checked.output ?? null;
}

/** What a command holds of a project: the revision that it takes, and with which role the viewer writes, if with any. */
interface Hold {
  revision: number;
  /** Where the project stood. */
  before: number;
  role: ProjectRole | null;
  isArchived: boolean;
}

/**
 * Locks the projects in the order of their ids, then takes their next revisions. NOT_FOUND when one is gone or foreign,
 * which is asked twice: before the lock, so that a stranger cannot even make its members wait, and with the lock held, as
 * who waited for it began with what was true before. What a member may do is the room's policy.
 */
async function holdProjects(
  em: EntityManager,
  { projectIds, into }: Pick<Command<unknown>, 'projectIds' | 'into'>,
  actor: Actor,
  userId: string,
): Promise<Map<string, Hold>> {
  const ids = [...new Set(projectIds)].sort();
  if (ids.length === 0) return new Map();
  const db = em.getKysely();
  const theirs = sql`p.id = any(${ids}::uuid[]) and ${mayWrite(actor, userId)}`;
  const { rows: locked } = await sql<{ id: string; revision: number }>`
    select p.id, p.revision from project p where ${theirs} order by p.id for no key update of p`.execute(db);
  if (locked.length < ids.length) throw notFound('Project');
  const before = new Map(locked.map(({ id, revision }) => [id, revision]));
  const greatest = Math.max(...before.values());
  const { rows } = await sql<Omit<Hold, 'before'> & { id: string }>`
    update project p set revision = case when p.id = any(${into ?? []}::uuid[]) then ${greatest}::int else revision end + 1
    where ${theirs}
    returning p.id, p.revision, p.archived_at is not null as "isArchived", (
      select m.role from project_member m where m.project_id = p.id and m.user_id = ${userId}) as role`.execute(db);
  if (rows.length < ids.length) throw notFound('Project');
  const found = new Map(rows.map(({ id, ...hold }) => [id, { ...hold, before: before.get(id) ?? 0 }]));
  return new Map(ids.map((id) => [id, found.get(id) as Hold]));
}

/**
 * Every write to a project runs here, as one transaction: wait for the project's turn, take its next revision (which
 * locks it), do the work, write the log, commit, wake readers. All of it or nothing; what is answered is durable, and
 * nothing is announced that did not commit. A command that changes nothing takes no revision; its key is kept all the same.
 */
export function command(ctx: Context, spec: Command<void>): Promise<Written<void>>;
export function command<T>(ctx: Context, spec: Repeatable<T>): Promise<Written<T>>;
export async function command<T>(ctx: Context, spec: Command<T>): Promise<Written<T>> {
  const { actor = MEMBER } = spec;
  const viewer: Reach = actor.kind === 'system' ? { userId: actor.userId } : requireViewer(ctx);
  requireReach(viewer, spec.projectIds);
  const mutationId = mutationIdOf(ctx);
  const key: IdempotencyKey | null =
    mutationId === null ? null : { ...keyOf(viewer, mutationId), operation: spec.operation, input: spec.input };
  const sender = { actor, viewer, mutationId, key };
  const { queue } = ctx.resources;
  const written = await traced(`command ${spec.operation}`, () =>
    writing(() =>
      queue.run(spec.projectIds, () => withDeadlineUnlessSet(COMMAND_MS, () => transact(ctx, spec, sender))),
    ),
  );
  ctx.left.push(...written.revisions);
  return written;
}

/** Projects in which nothing changed keep their revision: each one leaves exactly one change set. */
async function giveBack(em: EntityManager, unchanged: readonly [id: string, hold: Hold][]): Promise<void> {
  if (unchanged.length === 0) return;
  await sql`
    update project p set revision = held.before
    from unnest(${unchanged.map(([id]) => id)}::uuid[], ${unchanged.map(([, { before }]) => before)}::int[])
      as held(id, before)
    where p.id = held.id`.execute(em.getKysely());
}

/** The people whose memberships these changes concern: of a project that was restored, all it has. */
async function membersConcerned(em: EntityManager, changes: readonly Change[]): Promise<string[]> {
  const ids = changes.filter(({ entity }) => entity === 'member').map(({ entityId }) => entityId);
  const restored = changes.filter(({ entity, action }) => entity === 'project' && action === 'restored');
  if (restored.length === 0) return ids;
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from project_member
    where project_id = any(${restored.map(({ projectId }) => projectId)}::uuid[])`.execute(em.getKysely());
  return [...ids, ...rows.map(({ userId }) => userId)];
}

/** Who sends a command, under which key. */
interface Sender {
  actor: Actor;
  viewer: Reach;
  mutationId: string | null;
  key: IdempotencyKey | null;
}

async function transact<T>(
  ctx: Context,
  spec: Command<T>,
  { actor, viewer, mutationId, key }: Sender,
): Promise<Written<T>> {
  // The ORM would flush by itself before a query: what it has written by then is missing when the log is read off it.
  const em = ctx.resources.orm.em.fork({ flushMode: 'commit' });
  const now = ctx.resources.now();
  const { userId } = viewer;
  await em.begin();
  try {
    const earlier = key && (await claimKey(em, key, now));
    if (earlier) {
      await em.rollback();
      const { receipt, revision, revisions } = earlier;
      return { result: (await spec.repeat?.(receipt)) as T, revision, revisions: namesOf(revisions) };
    }
    const held = await holdProjects(em, spec, actor, userId);
    if (!spec.inArchived && actor.kind !== 'system' && [...held.values()].some(({ isArchived }) => isArchived)) {
      throw forbidden(ARCHIVED);
    }
    const holdOf = (projectId: string): Hold => {
      const hold = held.get(projectId);
      if (!hold) throw new Error(`the command holds no revision of project ${projectId}`);
      return hold;
    };
    const revisionOf = (projectId: string): number => holdOf(projectId).revision;
    const many: BulkChange[] = [];
    const inboxes = new Set<string>();
    const tx: Tx = {
      em,
      viewer,
      now,
      revisionOf,
      roleIn: (projectId) => {
        const { role } = holdOf(projectId);
        if (role === null) throw new Error(`the command has no role in project ${projectId}`);
        return role;
      },
      isArchived: (projectId) => holdOf(projectId).isArchived,
      openProject: (projectId) => void held.set(projectId, { revision: 1, before: 0, role: null, isArchived: false }),
      changeMany: (change) => void many.push(change),
      act: spec.act ?? null,
      isUndo: spec.undoOf !== undefined,
      wakeInbox: (id) => void inboxes.add(id),
      reactions: ctx.resources.reactions,
    };
    if (ctx.precondition) await requireVersion(em, ctx.precondition);
    const result = await spec.run(tx);
    const changes = collectChanges(em, revisionOf, now);
    await em.flush();
    const origin = { actorId: userId, mutationId, at: now, undoOf: spec.undoOf ?? null };
    const changed = await changeMany(em, many, changes, revisionOf, origin);
    const left = [...held].map(([id, hold]): [string, number] => [id, changed.has(id) ? hold.revision : hold.before]);
    const revision = left[0]?.[1] ?? 0;
    const sets = left.filter(([id]) => changed.has(id));
    const receipt = key && keepReceipt(key, { receipt: spec.receipt?.(result) ?? {}, revision, revisions: sets });
    await writeChanges(em, changes, revisionOf, origin, receipt);
    if (changes.length > 0) for (const react of tx.reactions.changed) await react(tx, changes);
    await giveBack(
      em,
      [...held].filter(([id]) => !changed.has(id)),
    );
    const members = await membersConcerned(em, changes);
    await em.commit();
    ctx.resources.metrics?.revisions.inc(sets.length);
    // what this request has read before is out of date
    ctx.loaders.clear();
    ctx.resources.wakeUps.announce({
      projects: sets,
      inboxes: [...inboxes],
      members,
      writers: [userId],
    });
    return { result, revision, revisions: namesOf(sets) };
  } catch (error) {
    // The connection may be gone, then there is nothing to roll back; the first error is the one that tells.
    await em.rollback().catch((failed: unknown) => ctx.log.debug({ err: failed }, 'rollback failed'));
    if (error instanceof AppError && error.code === 'FORBIDDEN') {
      securityEvent(ctx, 'access_refused', { operation: spec.operation });
    }
    throw error instanceof AppError && typeof error.data === 'function' ? await withCurrent(error, error.data) : error;
  }
}

/** The refusal with the object it is about, read when the transaction is over. */
async function withCurrent(error: AppError, read: unknown): Promise<AppError> {
  return new AppError(error.code, error.message, { data: await (read as () => unknown)() });
}
