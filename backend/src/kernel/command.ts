import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import * as v from 'valibot';
import { mutationIdField } from '../../contract/write.js';
import { type ChangeEntry, collectChanges, writeChanges } from './changeLog.js';
import { type Context, requireViewer, type Viewer } from './context.js';
import { AppError, conflict, invalid, notFound } from './errors.js';
import { claimKey, type IdempotencyKey, keepReceipt } from './idempotency.js';
import { writing } from './requestScope.js';

/** The id of this write, as GraphQL inputs carry it. */
export interface Write {
  mutationId?: string | null | undefined;
}

/** What a command works with, inside its transaction. */
export interface Tx {
  em: EntityManager;
  viewer: Viewer;
  /** The moment of the command: every row it writes carries the same one. */
  now: Date;
  /** The revision this command takes in a project it has locked or created. */
  revisionOf: (projectId: string) => number;
  /** Takes revision 1 of a project that this command creates. */
  openProject: (projectId: string) => void;
  /** Adds a line to the log for what a bulk statement did past the unit of work. */
  log: (entry: ChangeEntry) => void;
  /** Announces after the commit that this person's notifications changed. */
  wakeInbox: (userId: string) => void;
}

/** Told, inside the transaction, what a command is about to leave in the log. */
export type ChangeListener = (tx: Tx, entries: readonly ChangeEntry[]) => Promise<void>;
const listeners: ChangeListener[] = [];

/** Registers what must happen together with changes: a later room that follows what earlier ones do (notifications). */
export const whenChanged = (listener: ChangeListener): void => void listeners.push(listener);

export interface Command<T> {
  operation: string;
  /** The parsed input; its hash tells a repeat from another request under the same key. */
  input: unknown;
  /** The projects it writes to; each is locked and takes one revision. */
  projectIds: readonly string[];
  mutationId?: string | null | undefined;
  /** Loads inside the transaction, asks the policy, changes entities. Throws AppError to refuse: nothing is written. */
  run: (tx: Tx) => Promise<T>;
  /** What to keep so that a repeat finds the object again. */
  receipt: (result: T) => Record<string, string>;
  /** Answers a repeat with the object as it is now. */
  repeat: (receipt: Record<string, string>) => Promise<T>;
}

/** What a command answers: its result and the revision of the (first) project it left behind. */
export interface Done<T> {
  result: T;
  revision: number;
  /** The revision of each project it wrote to. */
  revisions: [projectId: string, revision: number][];
}

/** The id of this write, from the input or the header; VALIDATION_FAILED when it is not 1–100 visible ASCII characters. */
function mutationIdOf(ctx: Context, given: string | null | undefined): string | null {
  const id = given ?? ctx.idempotencyKey ?? null;
  const checked = v.safeParse(mutationIdField, id);
  if (!checked.success) throw invalid({ mutationId: [checked.issues[0].message] });
  return checked.output ?? null;
}

/**
 * Locks the projects in id order and takes their next revisions. NOT_FOUND when one is gone or foreign: a stranger cannot
 * even make its members wait. What a member may do is the room's policy, asked with the lock held.
 */
async function takeRevisions(
  em: EntityManager,
  projectIds: readonly string[],
  viewerId: string,
): Promise<Map<string, number>> {
  const revisions = new Map<string, number>();
  for (const id of [...new Set(projectIds)].sort()) {
    const { rows } = await sql<{ revision: number }>`
      update project set revision = revision + 1
      where id = ${id} and deleted_at is null
        and exists (select 1 from project_member where project_id = ${id} and user_id = ${viewerId})
      returning revision`.execute(em.getKysely());
    const revision = rows[0]?.revision;
    if (revision === undefined) throw notFound('Project');
    revisions.set(id, revision);
  }
  return revisions;
}

/**
 * Every write to a project runs here, as one transaction: wait for the project's turn, take its next revision (which
 * locks it), do the work, write the log, commit, wake readers. All of it or nothing; what is answered is durable, and
 * nothing is announced that did not commit. A command that changes nothing takes no revision.
 */
export async function command<T>(ctx: Context, spec: Command<T>): Promise<Done<T>> {
  const viewer = requireViewer(ctx);
  const mutationId = mutationIdOf(ctx, spec.mutationId);
  const key: IdempotencyKey | null =
    mutationId === null
      ? null
      : { userId: viewer.userId, key: mutationId, operation: spec.operation, input: spec.input };
  return writing(() => ctx.services.queue.run(spec.projectIds, () => transact(ctx, spec, viewer, mutationId, key)));
}

/** Projects in which nothing changed keep their revision: each one leaves exactly one change set. */
async function giveBack(em: EntityManager, projectIds: readonly string[]): Promise<void> {
  if (projectIds.length === 0) return;
  await sql`update project set revision = revision - 1 where id = any(${[...projectIds]}::uuid[])`.execute(
    em.getKysely(),
  );
}

async function transact<T>(
  ctx: Context,
  spec: Command<T>,
  viewer: Viewer,
  mutationId: string | null,
  key: IdempotencyKey | null,
): Promise<Done<T>> {
  const em = ctx.services.orm.em.fork();
  const now = ctx.services.now();
  await em.begin();
  try {
    const kept = key && (await claimKey(em, key, now));
    if (kept) {
      await em.rollback();
      return { result: await spec.repeat(kept.receipt), revision: kept.revision, revisions: kept.revisions };
    }
    const revisions = await takeRevisions(em, spec.projectIds, viewer.userId);
    const bulk: ChangeEntry[] = [];
    const inboxes = new Set<string>();
    const tx: Tx = {
      em,
      viewer,
      now,
      revisionOf: (projectId) => {
        const revision = revisions.get(projectId);
        if (revision === undefined) throw new Error(`the command holds no revision of project ${projectId}`);
        return revision;
      },
      openProject: (projectId) => void revisions.set(projectId, 1),
      log: (entry) => void bulk.push(entry),
      wakeInbox: (userId) => void inboxes.add(userId),
    };
    const result = await spec.run(tx);
    const entries = [...collectChanges(em, tx.revisionOf, now), ...bulk];
    const changed = new Set(entries.map(({ projectId }) => projectId));
    const left = [...revisions].map(([id, taken]): [string, number] => [id, changed.has(id) ? taken : taken - 1]);
    const revision = left[0]?.[1] ?? 0;
    if (entries.length === 0 && revisions.size > 0) {
      await em.rollback();
      return { result, revision, revisions: left };
    }
    await giveBack(
      em,
      [...revisions.keys()].filter((id) => !changed.has(id)),
    );
    await em.flush();
    for (const listener of listeners) await listener(tx, entries);
    await writeChanges(em, entries, tx.revisionOf, { actorId: viewer.userId, mutationId, at: now });
    if (key) await keepReceipt(em, key, { receipt: spec.receipt(result), revision, revisions: left });
    await em.commit();
    // what this request has read before is out of date
    ctx.loaders.clear();
    ctx.services.wakeUps.announce({
      projects: left.filter(([id]) => changed.has(id)),
      inboxes: [...inboxes],
      members: entries.filter(({ entity }) => entity === 'member').map(({ entityId }) => entityId),
    });
    return { result, revision, revisions: left };
  } catch (error) {
    // The connection may be gone, then there is nothing to roll back; the first error is the one that tells.
    await em.rollback().catch((failed: unknown) => ctx.log.debug({ err: failed }, 'rollback failed'));
    throw error instanceof AppError && typeof error.data === 'function' ? await withCurrent(error, error.data) : error;
  }
}

/** A CONFLICT with the object it speaks of, read when the transaction is over. */
async function withCurrent(error: AppError, read: unknown): Promise<AppError> {
  return conflict(error.message, await (read as () => unknown)());
}
