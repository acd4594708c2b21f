import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { accountActSchema, setAdminSchema, transferProjectsSchema } from '../../contract/admin.js';
import { ACCOUNT_DELETION_DAYS, DAY_MS } from '../../contract/limits.js';
import { validatePlan } from '../accounts/accountDeletion.plan.js';
import { lockAdministrators, refuseLastAdministrator, requireAdministrator } from '../accounts/administrators.js';
import { liftSuspension, suspendAccount as suspend } from '../accounts/operator.service.js';
import { accountCommand } from '../auth/accountCommand.js';
import { endAccountInvitationsOf, endAllAccess } from '../auth/endAccess.js';
import { reauthenticate } from '../auth/proof.js';
import { isResetLimited } from '../auth/passwordReset.service.js';
import { mayUsePassword, passwordsOnlyForAdmins } from '../auth/passwordSignIn.js';
import { removeTwoFactor } from '../auth/twoFactor.service.js';
import { addJob } from '../platform/jobs/addJob.js';
import { conflict, fieldError, invalid, notFound } from '../platform/lib/errors.js';
import { parseId } from '../platform/lib/ids.js';
import { parse } from '../platform/lib/parse.js';
import { findInactiveReason } from '../projects/member.service.js';
import { Membership } from '../projects/membership.entity.js';
import type { Context } from '../request/context.js';
import { type SecurityEvent, securityEvent } from '../request/securityEvents.js';
import { command } from '../write/command.js';
import { type AccountRow, readAccount } from './account.reads.js';

/** The account that an action applies to, locked. */
interface Target {
  id: string;
  email: string;
  isAdmin: boolean;
  isSuspended: boolean;
  isLeaving: boolean;
  isResetLimited: boolean;
}

async function lockTarget(em: EntityManager, id: string, now: Date): Promise<Target> {
  const { rows } = await sql<Target>`
    select id, email, is_admin as "isAdmin", suspended_at is not null as "isSuspended",
      deletion_at is not null as "isLeaving", ${isResetLimited(now)} as "isResetLimited"
    from account a where id = ${id} and email is not null for update`.execute(em.getKysely());
  if (!rows[0]) throw notFound('Account');
  return rows[0];
}

interface Act {
  operation: string;
  event: SecurityEvent;
  /** Fields of the input besides the id and the proof. */
  input?: object;
  /** Whether administrators may do this to their own account. */
  isForOneself?: true;
  /** Locks further rows that the action needs. Runs first, because commands lock projects before accounts. */
  lock?: (em: EntityManager, id: string) => Promise<void>;
  /** Returns false if the account is as wanted already: the audit log then has no line. */
  run: (em: EntityManager, target: Target, now: Date) => Promise<unknown>;
}

/**
 * Performs an action on another account, by an administrator who proves their identity. Only one such action runs on a
 * server at a time. Throws FORBIDDEN, VALIDATION_FAILED at `currentPassword` or `code`, or NOT_FOUND.
 */
async function actOn(
  ctx: Context,
  rawId: unknown,
  raw: unknown,
  { operation, event, input = {}, isForOneself, lock, run }: Act,
): Promise<{ account: AccountRow }> {
  const viewerId = await requireAdministrator(ctx);
  const id = parseId(rawId);
  const given = parse(accountActSchema, raw);
  if (id === viewerId && !isForOneself) throw conflict('Change your own account in your profile');
  const proof = await reauthenticate(ctx, { ...given, code: given.code ?? null });
  let isChanged = false;
  await accountCommand(ctx, operation, { id, ...input }, async ({ em, now }) => {
    await lock?.(em, id);
    await lockAdministrators(em);
    await proof.require(em);
    await requireAdministrator(ctx, em);
    isChanged = (await run(em, await lockTarget(em, id, now), now)) !== false;
  });
  if (isChanged) securityEvent(ctx, event, { userId: id });
  return { account: await readAccount(ctx, id) };
}

/** Ends all access of an account within two seconds and blocks its sign-ins; deletes and unassigns nothing. */
export const suspendAccount = (ctx: Context, id: unknown, raw: unknown) =>
  actOn(ctx, id, raw, {
    operation: 'suspendAccount',
    event: 'account_suspended',
    run: async (em, target, now) => {
      if (target.isSuspended) throw conflict('This account is suspended already');
      await suspend(em, target.id, now);
    },
  });

/**
 * Lets the person of a suspended account sign in again. Does not restore the sessions, tokens and links that the
 * suspension ended.
 */
export const reinstateAccount = (ctx: Context, id: unknown, raw: unknown) =>
  actOn(ctx, id, raw, {
    operation: 'reinstateAccount',
    event: 'account_lifted',
    run: async (em, target) => {
      if (!target.isSuspended) throw conflict('This account is not suspended');
      await liftSuspension(em, target.id);
    },
  });

/**
 * Mails a link to choose a new password. The response does not contain the link, because administrators must not get
 * into accounts. CONFLICT if no link would be mailed.
 */
export const sendResetLink = (ctx: Context, id: unknown, raw: unknown) =>
  actOn(ctx, id, raw, {
    operation: 'sendResetLink',
    event: 'password_link_sent',
    run: async (em, target) => {
      if (target.isSuspended) throw conflict('This account is suspended. Reinstate it first.');
      if (!mayUsePassword(ctx.resources.env, target)) throw conflict(passwordsOnlyForAdmins);
      if (target.isResetLimited) throw conflict('This person has had several links just now. Please try again later.');
      await addJob(em, 'mailPasswordReset', { email: target.email });
    },
  });

/** Removes the second factor of a person who has lost it, and mails them. */
export const resetTwoFactor = (ctx: Context, id: unknown, raw: unknown) =>
  actOn(ctx, id, raw, {
    operation: 'resetTwoFactor',
    event: 'two_factor_reset',
    run: async (em, target) => {
      if (!(await removeTwoFactor(em, target.id))) throw conflict('Two-factor sign-in is not on for this account');
      await addJob(em, 'mailAccount', { template: 'twoFactorReset', userId: target.id });
    },
  });

/** Makes a person an administrator, or ends it. The last administrator cannot be removed. */
export async function setAdmin(ctx: Context, id: unknown, raw: unknown) {
  await requireAdministrator(ctx);
  const { isAdmin } = parse(setAdminSchema, raw);
  return actOn(ctx, id, raw, {
    operation: 'setAdmin',
    event: isAdmin ? 'administrator_added' : 'administrator_removed',
    input: { isAdmin },
    isForOneself: true,
    run: async (em, target, now) => {
      if (isAdmin && (target.isSuspended || target.isLeaving)) throw conflict('This account is not active');
      if (!isAdmin) await refuseLastAdministrator(em, target.id, { always: true });
      if (!isAdmin) await endAccountInvitationsOf(em, target.id, now);
      await sql`update account set is_admin = ${isAdmin} where id = ${target.id}`.execute(em.getKysely());
      return isAdmin !== target.isAdmin;
    },
  });
}

const JUST_CHANGED = 'These projects have just changed. Please try again.';

/**
 * Locks the projects that a person owns, so that their other owners cannot leave during the action. Returns their ids.
 */
async function lockOwned(em: EntityManager, userId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select p.id from project p
    where p.id in (select m.project_id from project_member m where m.user_id = ${userId} and m.role = 'OWNER')
      and p.deleted_at is null
    order by p.id for no key update`.execute(em.getKysely());
  return new Set(rows.map(({ id }) => id));
}

/**
 * Starts the 14 days after which an account is deleted, in which its person can restore it. CONFLICT while projects with
 * other members would be left without an owner.
 */
export function deleteAccountOf(ctx: Context, id: unknown, raw: unknown) {
  let locked: ReadonlySet<string> = new Set();
  return actOn(ctx, id, raw, {
    operation: 'deleteAccountOf',
    event: 'account_deletion_ordered',
    lock: async (em, userId) => {
      locked = await lockOwned(em, userId);
    },
    run: async (em, target, now) => {
      if (target.isLeaving) throw conflict('This account is being deleted already');
      const { owned, missing } = await validatePlan(em, target.id, []);
      if (owned.some((project) => !locked.has(project.id))) throw conflict(JUST_CHANGED);
      if (missing.length > 0) {
        const count = missing.length;
        // Both in full, because the app translates whole messages.
        throw conflict(
          count === 1
            ? `${count} project has other members but no other owner. Transfer the projects of this account first.`
            : `${count} projects have other members but no other owner. Transfer the projects of this account first.`,
        );
      }
      const deletionAt = new Date(now.getTime() + ACCOUNT_DELETION_DAYS * DAY_MS);
      await sql`update account set deletion_at = ${deletionAt} where id = ${target.id}`.execute(em.getKysely());
      await endAllAccess(em, target.id, now);
      await addJob(em, 'mailAccount', { template: 'accountDeletion', userId: target.id });
    },
  });
}

/** Projects in one transfer. */
const TRANSFER_MAX = 100;

/** Returns the projects that one person owns and of which the other one is a member. */
async function readTransferable(
  em: EntityManager,
  { from, to, projectIds }: { from: string; to: string; projectIds: readonly string[] | null },
): Promise<string[]> {
  const only = projectIds === null ? sql`true` : sql`p.id = any(${[...projectIds]}::uuid[])`;
  const { rows } = await sql<{ id: string }>`
    select p.id from project p
    join project_member m on m.project_id = p.id and m.user_id = ${from} and m.role = 'OWNER'
    join project_member n on n.project_id = p.id and n.user_id = ${to}
    where p.deleted_at is null and ${only} order by p.id limit ${TRANSFER_MAX}`.execute(em.getKysely());
  return rows.map(({ id }) => id);
}

/**
 * Makes an existing member the owner of projects that another account owns, which becomes a member there. Without
 * `projectIds`, of up to 100 projects in which the new owner is a member.
 */
export async function transferProjects(ctx: Context, rawId: unknown, raw: unknown) {
  await requireAdministrator(ctx);
  const from = parseId(rawId);
  const { newOwnerId: to, projectIds = null, code = null, ...given } = parse(transferProjectsSchema, raw);
  await readAccount(ctx, from);
  const proof = await reauthenticate(ctx, { ...given, code });
  const found = from === to ? [] : await readTransferable(ctx.em, { from, to, projectIds });
  const NOT_MEMBER = fieldError('notMember', 'The new owner must be another member of each project');
  let isDone = false;
  const { result: transferred, revisions } = await command<number>(ctx, {
    operation: 'transferProjects',
    input: { id: from, newOwnerId: to, projectIds },
    projectIds: found,
    // the log names the former owner
    actor: { kind: 'system', userId: from },
    inArchived: true,
    run: async (tx) => {
      await lockAdministrators(tx.em);
      await proof.require(tx.em);
      await requireAdministrator(ctx, tx.em);
      if (found.length === 0 || (projectIds !== null && found.length < new Set(projectIds).size)) {
        throw invalid({ [projectIds === null ? 'newOwnerId' : 'projectIds']: NOT_MEMBER });
      }
      const reason = await findInactiveReason(tx, to);
      if (reason !== null) throw invalid({ newOwnerId: reason });
      // in the order of the log: the new owner comes first
      const members = await tx.em.find(
        Membership,
        { projectId: { $in: found }, userId: { $in: [from, to] } },
        { orderBy: { projectId: 'asc', role: 'asc' } },
      );
      const isOwned = new Set(members.flatMap((it) => (it.userId === from && it.role === 'OWNER' ? it.projectId : [])));
      const changed = members.filter(({ projectId }) => isOwned.has(projectId));
      if (changed.length !== found.length * 2) throw conflict(JUST_CHANGED);
      for (const member of changed) member.role = member.userId === to ? 'OWNER' : 'MEMBER';
      isDone = true;
      return found.length;
    },
    receipt: (count) => ({ transferred: String(count) }),
    repeat: ({ transferred: count = '0' }) => Promise.resolve(Number(count)),
  });
  if (isDone) securityEvent(ctx, 'projects_transferred', { userId: from });
  return { account: await readAccount(ctx, from), transferred, revisions };
}
