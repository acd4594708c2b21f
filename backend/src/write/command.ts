import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import * as v from 'valibot';
import type { ProjectRole } from '../../contract/enums.js';
import { ARCHIVED } from '../../contract/trash.js';
import { type NeededRole, refuseRole } from '../../contract/roles.js';
import { mutationIdField } from '../../contract/write.js';
import { type Actor, MEMBER, mayWrite } from './actor.js';
import {
  type BulkChange,
  type Change,
  changeMany,
  collectChanges,
  markUndone,
  type UndoOf,
  writeChanges,
} from './changeLog.js';
import { type ChangeSetName, type Context, requireViewer } from '../request/context.js';
import { AppError, forbidden, invalid, notFound } from '../platform/lib/errors.js';
import { toFieldError } from '../platform/lib/parse.js';
import { COMMAND_MS, withDeadlineUnlessSet } from '../platform/lib/deadline.js';
import { claimKey, type IdempotencyKey, storeReceipt, toStoredKey, type Receipt } from './idempotency.js';
import { requireVersion } from '../request/precondition.js';
import { type AccessScope, requireScope } from '../request/program.js';
import type { ProjectQueue } from './projectQueue.js';
import type { Rows } from '../platform/database/rows.js';
import { runTraced } from '../platform/telemetry/tracing.js';
import { runWrite } from '../platform/database/requestScope.js';
import { securityEvent } from '../request/securityEvents.js';

// Declared here, because the request layer must not import the write layer.
declare module '../request/context.js' {
  interface Resources {
    queue: ProjectQueue;
    reactions: Reactions;
  }
}

/** The transaction of a command, as its `run` sees it. */
export interface Tx {
  /** Flushes only after the log was read from it, so queries in `run` do not find new entities. */
  em: EntityManager;
  /** The acting user (written to the log) and the projects they may access. */
  viewer: AccessScope;
  /** The time of the command, the same in every row it writes. */
  now: Date;
  /** Returns the new revision of a project that this command locked or created. */
  revisionOf: (projectId: string) => number;
  /** Returns the viewer's role in a locked project, read after the lock was taken. */
  roleIn: (projectId: string) => ProjectRole;
  /** Returns whether a locked project is archived. Needed only by commands with `inArchived`. */
  isArchived: (projectId: string) => boolean;
  /** Returns whether a column of a locked project was ever added or changed. Most projects need no statement to read them. */
  hasColumns: (projectId: string) => boolean;
  /** Registers a project that this command creates, with revision 1. */
  openProject: (projectId: string) => void;
  /** Adds a bulk change, which is applied after `run`; its log lines follow the lines of the loaded entities. */
  changeMany: (change: BulkChange) => void;
  /** The bulk run that this command is a part of: its notifications are sent once, when the run ends. */
  bulkRunId: string | null;
  /** An undo sends no notifications. */
  isUndo: boolean;
  /** Announces after the commit that this user's notifications changed. */
  wakeInbox: (userId: string) => void;
  reactions: Reactions;
}

/** The work of modules within the commands of earlier modules: in the same transaction, in the order of the modules. */
export interface Reactions {
  /**
   * Runs before the log is written, and can create and change entities, which are then logged too: returns whether it did. Gets
   * the changes of loaded entities.
   */
  collected: readonly ((tx: Tx, changes: readonly Change[]) => Promise<boolean>)[];
  /** Runs after the log was written. Gets the changes of loaded entities, but not of `changeMany`. */
  changed: readonly ((tx: Tx, changes: readonly Change[]) => Promise<void>)[];
  /** Runs when a person can no longer edit the project: removed, left, or now a commenter or viewer. */
  editorLost: readonly ((tx: Tx, projectId: string, userId: string) => void)[];
  /** Runs when a bulk run ends, whatever its outcome. */
  bulkRunEnded: readonly ((tx: Tx, id: string) => Promise<void>)[];
  /**
   * Runs when a person's address is verified for the first time, in any transaction that has locked the account.
   * Revokes everything that someone who does not own the address could have set up. `sessionId` is empty unless the
   * owner of the address has also proven a session of the account.
   */
  emailVerified: readonly ((em: EntityManager, userId: string, at: Date, sessionId: string) => Promise<void>)[];
}

export interface Command<T> {
  operation: string;
  /** The parsed input. Its hash distinguishes a repeat from another request with the same key. */
  input: unknown;
  /** The projects that the command writes to. Each is locked and gets one new revision. */
  projectIds: readonly string[];
  /**
   * The projects that objects move into from the others: their new revisions exceed all current ones, so that the versions
   * of moved objects keep ascending.
   */
  into?: readonly string[];
  /** Default: MEMBER. */
  actor?: Actor;
  /**
   * Allows writes to archived projects: archive, unarchive, delete, restore, remove members. By default a command
   * throws FORBIDDEN there, so that new commands are safe. The system actor always passes.
   */
  inArchived?: true;
  /**
   * The least role of the viewer in each of the projects. The default is MEMBER, so that new commands are safe. A
   * command with ANY checks the role itself, or is allowed for all roles (leaving). The system actor always passes.
   */
  needs?: NeededRole;
  bulkRunId?: string;
  /** The change sets that it undoes; stored with its own. */
  undoOf?: UndoOf;
  /** Loads inside the transaction, checks the policy, changes entities. If it throws, nothing is written. */
  run: (tx: Tx) => Promise<T>;
  /** Returns the data by which `repeat` finds the object again, if the input is not enough. */
  receipt?: (result: T) => Receipt['receipt'];
  /** Returns the result for a repeated request: the object as it is now. */
  repeat?: (receipt: Receipt['receipt']) => Promise<T>;
}

type Repeatable<T> = Command<T> & Required<Pick<Command<T>, 'repeat'>>;

export interface Written<T> {
  result: T;
  /** The revision of the first project after the command. */
  revision: number;
  /** The change sets that were written: one for each changed project. */
  revisions: ChangeSetName[];
}

const toChangeSetNames = (sets: readonly (readonly [string, number])[]): ChangeSetName[] =>
  sets.map(([projectId, revision]) => ({ projectId, revision }));

/** Picks the fields that every payload of a write to a project has. */
export const pickRevisions = ({ revision, revisions }: Omit<Written<unknown>, 'result'>) => ({ revision, revisions });

/** Makes a function that turns a written object into its payload, with the object in a field of this name. */
export const toPayload =
  <Name extends string, Row>(name: Name, rows: Rows<Row>) =>
  ({ result, ...left }: Written<Row>) =>
    ({ [name]: rows.of(result), ...pickRevisions(left) }) as Record<Name, Row> & ReturnType<typeof pickRevisions>;

/** Throws VALIDATION_FAILED unless the id of this write is 1–100 visible ASCII characters or absent. */
function parseMutationId(ctx: Context): string | null {
  const checked = v.safeParse(mutationIdField, ctx.idempotencyKey ?? null);
  if (!checked.success) throw invalid({ mutationId: toFieldError(checked.issues[0], 'mutationId') });
  return checked.output ?? null;
}

/** A project that the command has locked, or created. */
interface ProjectLock {
  revision: number;
  revisionBefore: number;
  /** The viewer's role, if they are a member. */
  role: ProjectRole | null;
  isArchived: boolean;
  hasColumns: boolean;
}

/**
 * Locks the projects in the order of their ids and takes their next revisions. Throws NOT_FOUND if one is deleted or the actor
 * may not write to it. Access is checked before locking, so that outsiders cannot make members wait, and again afterwards,
 * because it can change while the command waits for the lock.
 */
async function lockProjects(
  em: EntityManager,
  { projectIds, into }: Pick<Command<unknown>, 'projectIds' | 'into'>,
  actor: Actor,
  userId: string,
): Promise<Map<string, ProjectLock>> {
  const ids = [...new Set(projectIds)].sort();
  if (ids.length === 0) return new Map();
  const db = em.getKysely();
  const writable = sql`p.id = any(${ids}::uuid[]) and ${mayWrite(actor, userId)}`;
  const { rows: locked } = await sql<{ id: string; revision: number }>`
    select p.id, p.revision from project p where ${writable} order by p.id for no key update of p`.execute(db);
  if (locked.length < ids.length) throw notFound('Project');
  const revisionsBefore = new Map(locked.map(({ id, revision }) => [id, revision]));
  const greatest = Math.max(...revisionsBefore.values());
  const { rows } = await sql<Omit<ProjectLock, 'revisionBefore'> & { id: string }>`
    update project p set revision = case when p.id = any(${into ?? []}::uuid[]) then ${greatest}::int else revision end + 1
    where ${writable}
    returning p.id, p.revision, p.archived_at is not null as "isArchived",
      exists (select 1 from "column" k where k.project_id = p.id) as "hasColumns", (
      select m.role from project_member m where m.project_id = p.id and m.user_id = ${userId}) as role`.execute(db);
  if (rows.length < ids.length) throw notFound('Project');
  const found = new Map(rows.map(({ id, ...lock }) => [id, { ...lock, revisionBefore: revisionsBefore.get(id) ?? 0 }]));
  return new Map(ids.map((id) => [id, found.get(id) as ProjectLock]));
}

/**
 * Runs every write to a project as one transaction: waits in the project's queue, takes its next revision (which locks
 * it), runs, writes the log, commits, and wakes readers. Results are durable, and only committed changes are announced.
 * A command that changes nothing takes no revision, but its idempotency key is stored.
 */
export function command(ctx: Context, spec: Command<void>): Promise<Written<void>>;
export function command<T>(ctx: Context, spec: Repeatable<T>): Promise<Written<T>>;
export async function command<T>(ctx: Context, spec: Command<T>): Promise<Written<T>> {
  const { actor = MEMBER } = spec;
  const viewer: AccessScope = actor.kind === 'system' ? { userId: actor.userId } : requireViewer(ctx);
  requireScope(viewer, spec.projectIds);
  const mutationId = parseMutationId(ctx);
  const key: IdempotencyKey | null =
    mutationId === null ? null : { ...toStoredKey(viewer, mutationId), operation: spec.operation, input: spec.input };
  const sender = { actor, viewer, mutationId, key };
  const { queue } = ctx.resources;
  const written = await runTraced(`command ${spec.operation}`, () =>
    runWrite(() =>
      queue.run(spec.projectIds, () => withDeadlineUnlessSet(COMMAND_MS, () => transact(ctx, spec, sender))),
    ),
  );
  ctx.changeSets.push(...written.revisions);
  return written;
}

/** Resets the revision of unchanged projects, so that each revision has exactly one change set. */
async function releaseRevisions(
  em: EntityManager,
  unchanged: readonly [id: string, hold: ProjectLock][],
): Promise<void> {
  if (unchanged.length === 0) return;
  await sql`
    update project p set revision = lock.before
    from unnest(${unchanged.map(([id]) => id)}::uuid[], ${unchanged.map(([, lock]) => lock.revisionBefore)}::int[])
      as lock(id, before)
    where p.id = lock.id`.execute(em.getKysely());
}

/** Returns the ids of users whose memberships changed; restoring a project changes those of all its members. */
async function readAffectedUsers(em: EntityManager, changes: readonly Change[]): Promise<string[]> {
  const ids = changes.filter(({ entity }) => entity === 'member').map(({ entityId }) => entityId);
  const restored = changes.filter(({ entity, action }) => entity === 'project' && action === 'restored');
  if (restored.length === 0) return ids;
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from project_member
    where project_id = any(${restored.map(({ projectId }) => projectId)}::uuid[])`.execute(em.getKysely());
  return [...ids, ...rows.map(({ userId }) => userId)];
}

interface Sender {
  actor: Actor;
  viewer: AccessScope;
  mutationId: string | null;
  key: IdempotencyKey | null;
}

/** Throws FORBIDDEN if the viewer's role in one of the projects is too low. */
function requireRole(locks: Iterable<ProjectLock>, needed: NeededRole): void {
  for (const { role } of locks) {
    const refusal = needed === 'ANY' ? null : refuseRole(role ?? 'VIEWER', needed);
    if (refusal !== null) throw forbidden(refusal);
  }
}

async function transact<T>(
  ctx: Context,
  spec: Command<T>,
  { actor, viewer, mutationId, key }: Sender,
): Promise<Written<T>> {
  // Auto-flush before a query would write changes before the log is read from the unit of work, which would miss them.
  const em = ctx.resources.orm.em.fork({ flushMode: 'commit' });
  const now = ctx.resources.now();
  const { userId } = viewer;
  await em.begin();
  try {
    const earlier = key && (await claimKey(em, key, now));
    if (earlier) {
      await em.rollback();
      const { receipt, revision, revisions } = earlier;
      return { result: (await spec.repeat?.(receipt)) as T, revision, revisions: toChangeSetNames(revisions) };
    }
    const locks = await lockProjects(em, spec, actor, userId);
    if (actor.kind !== 'system') requireRole(locks.values(), spec.needs ?? 'MEMBER');
    if (!spec.inArchived && actor.kind !== 'system' && [...locks.values()].some(({ isArchived }) => isArchived)) {
      throw forbidden(ARCHIVED);
    }
    const getLock = (projectId: string): ProjectLock => {
      const lock = locks.get(projectId);
      if (!lock) throw new Error(`the command has not locked project ${projectId}`);
      return lock;
    };
    const revisionOf = (projectId: string): number => getLock(projectId).revision;
    const many: BulkChange[] = [];
    const inboxes = new Set<string>();
    const tx: Tx = {
      em,
      viewer,
      now,
      revisionOf,
      roleIn: (projectId) => {
        const { role } = getLock(projectId);
        if (role === null) throw new Error(`the command has no role in project ${projectId}`);
        return role;
      },
      isArchived: (projectId) => getLock(projectId).isArchived,
      hasColumns: (projectId) => getLock(projectId).hasColumns,
      openProject: (projectId) =>
        void locks.set(projectId, { revision: 1, revisionBefore: 0, role: null, isArchived: false, hasColumns: false }),
      changeMany: (change) => void many.push(change),
      bulkRunId: spec.bulkRunId ?? null,
      isUndo: spec.undoOf !== undefined,
      wakeInbox: (id) => void inboxes.add(id),
      reactions: ctx.resources.reactions,
    };
    if (ctx.precondition) await requireVersion(em, ctx.precondition);
    const result = await spec.run(tx);
    let changes = collectChanges(em, revisionOf, now, tx.isUndo);
    for (const react of changes.length > 0 ? tx.reactions.collected : []) {
      if (await react(tx, changes)) changes = collectChanges(em, revisionOf, now, tx.isUndo);
    }
    await em.flush();
    const origin = { actorId: userId, mutationId, at: now, undoOf: spec.undoOf ?? null };
    const changed = await changeMany(em, many, changes, revisionOf, origin);
    const latest = [...locks].map(([id, lock]): [string, number] => [
      id,
      changed.has(id) ? lock.revision : lock.revisionBefore,
    ]);
    const revision = latest[0]?.[1] ?? 0;
    const sets = latest.filter(([id]) => changed.has(id));
    const receipt = key && storeReceipt(key, { receipt: spec.receipt?.(result) ?? {}, revision, revisions: sets });
    await writeChanges(em, changes, revisionOf, origin, receipt);
    if (spec.undoOf) await markUndone(em, spec.undoOf);
    if (changes.length > 0) for (const react of tx.reactions.changed) await react(tx, changes);
    await releaseRevisions(
      em,
      [...locks].filter(([id]) => !changed.has(id)),
    );
    const members = await readAffectedUsers(em, changes);
    await em.commit();
    ctx.resources.metrics?.revisions.inc(sets.length);
    // Objects that this request loaded before are out of date.
    ctx.loaders.clear();
    ctx.resources.wakeUps.announce({
      projects: sets,
      inboxes: [...inboxes],
      members,
      writers: [userId],
    });
    return { result, revision, revisions: toChangeSetNames(sets) };
  } catch (error) {
    // A lost connection has nothing to roll back; the first error is the useful one.
    await em.rollback().catch((failed: unknown) => ctx.log.debug({ err: failed }, 'rollback failed'));
    if (error instanceof AppError && error.code === 'FORBIDDEN') {
      securityEvent(ctx, 'access_refused', { operation: spec.operation });
    }
    throw error instanceof AppError && typeof error.data === 'function'
      ? await attachCurrent(error, error.data)
      : error;
  }
}

/** Adds the current object to a refusal, read after the transaction has ended. */
async function attachCurrent(error: AppError, read: unknown): Promise<AppError> {
  return new AppError(error.code, error.message, { data: await (read as () => unknown)() });
}
