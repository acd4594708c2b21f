import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { withAsciiDomain } from '../../contract/auth.js';
import type { Resources } from '../request/context.js';
import { addJob } from '../platform/jobs/addJob.js';
import { type SecurityEvent, securityEvent } from '../request/securityEvents.js';
import { endChallenges } from '../auth/challenge.js';
import { forgetDevices } from '../auth/device.js';
import { endAllAccess, endSessions } from '../auth/endAccess.js';
import { isLive } from '../auth/isLive.js';
import { endPasswordResets, createPasswordReset, resetUrl } from '../auth/passwordReset.service.js';
import { mayUsePassword, passwordsOnlyForAdmins } from '../auth/passwordSignIn.js';
import { removeTwoFactor } from '../auth/twoFactor.service.js';

// The operator's commands, which run only at a terminal. The app's commands for administrators are in `admin`.

export interface Outcome {
  isDone: boolean;
  text: string;
  event?: SecurityEvent;
}

const done = (text: string, event: SecurityEvent): Outcome => ({ isDone: true, text, event });
const refused = (text: string): Outcome => ({ isDone: false, text: `${text} Nothing was changed.` });

const UNKNOWN = 'There is no account with this email address.';

/** SQL condition: the address is the account's, as a person types it. */
const isAddress = (email: string) => sql`lower(email) = lower(${withAsciiDomain(email.trim())})`;

/** Returns the refusal of a command that only reads, or null if there is such an account. */
export async function refuseUnknown({ orm }: Pick<Resources, 'orm'>, email: string): Promise<Outcome | null> {
  const { rows } = await sql`select 1 from account where ${isAddress(email)}`.execute(orm.em.fork().getKysely());
  return rows.length > 0 ? null : { isDone: false, text: UNKNOWN };
}

interface Found {
  id: string;
  email: string;
  isAdmin: boolean;
  isSuspended: boolean;
  isLeaving: boolean;
}

/** Runs a command with the account locked as sign-ins and password changes lock it. */
async function withLockedAccount(
  resources: Resources,
  email: string,
  run: (em: EntityManager, account: Found) => Promise<Outcome>,
): Promise<Outcome> {
  let userId: string | undefined;
  const outcome = await resources.orm.em.fork().transactional(async (em) => {
    const { rows } = await sql<Found>`
      select id, email, is_admin as "isAdmin", suspended_at is not null as "isSuspended",
        deletion_at is not null as "isLeaving"
      from account where ${isAddress(email)} for update`.execute(em.getKysely());
    userId = rows[0]?.id;
    return rows[0] ? run(em, rows[0]) : refused(UNKNOWN);
  });
  if (outcome.event) securityEvent({ resources }, outcome.event, { userId });
  return outcome;
}

const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

async function countTokens(em: EntityManager, userId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from api_token
    where user_id = ${userId} and ${isLive(now)}`.execute(em.getKysely());
  return rows[0]?.count ?? 0;
}

/** Suspends an account that the caller has locked. Returns the number of ended sessions. */
export async function suspendAccount(em: EntityManager, userId: string, now: Date): Promise<number> {
  await sql`update account set suspended_at = ${now} where id = ${userId}`.execute(em.getKysely());
  const sessions = await endAllAccess(em, userId, now);
  await endPasswordResets(em, userId, now);
  return sessions;
}

export async function liftSuspension(em: EntityManager, userId: string): Promise<void> {
  await sql`update account set suspended_at = null where id = ${userId}`.execute(em.getKysely());
}

/** Suspends an account without deleting anything: ends its sessions, API tokens and links, and blocks sign-ins. */
export async function suspend(resources: Resources, email: string): Promise<Outcome> {
  const now = resources.now();
  return withLockedAccount(resources, email, async (em, { id: userId, email: address, isSuspended }) => {
    if (isSuspended) return refused(`${address} is suspended already.`);
    const tokens = await countTokens(em, userId, now);
    const sessions = await suspendAccount(em, userId, now);
    return done(
      `Suspended ${address}: ${pluralize(sessions, 'session')} and ${pluralize(tokens, 'program token')} ended. No one can sign in to this account until you lift the suspension.`,
      'account_suspended',
    );
  });
}

/** Lifts a suspension. Ended sessions and tokens stay ended. */
export async function lift(resources: Resources, email: string): Promise<Outcome> {
  return withLockedAccount(resources, email, async (em, { id: userId, email: address, isSuspended }) => {
    if (!isSuspended) return refused(`${address} is not suspended.`);
    await liftSuspension(em, userId);
    return done(
      `Lifted the suspension of ${address}: they can sign in again, but must create new program tokens.`,
      'account_lifted',
    );
  });
}

/** Ends all sessions of an account. API tokens keep working. */
export async function signOut(resources: Resources, email: string): Promise<Outcome> {
  const now = resources.now();
  return withLockedAccount(resources, email, async (em, { id: userId, email: address }) => {
    const sessions = await endSessions(em, userId, now);
    await endChallenges(em, userId);
    await forgetDevices(em, userId);
    const tokens = await countTokens(em, userId, now);
    const rest = tokens > 0 ? ` Program tokens that still work: ${tokens}. Only suspending ends them.` : '';
    return done(`Signed ${address} out: ${pluralize(sessions, 'session')} ended.${rest}`, 'signed_out_everywhere');
  });
}

/** Creates a password reset link for the operator to pass on, for servers without mail. */
export async function createPasswordLink(resources: Resources, email: string): Promise<Outcome> {
  return withLockedAccount(resources, email, async (em, { id: userId, email: address, isAdmin, isSuspended }) => {
    if (isSuspended) return refused(`${address} is suspended: lift that first.`);
    // a new password would unlink the provider, which is then the only way to sign in
    if (!mayUsePassword(resources.env, { isAdmin })) return refused(passwordsOnlyForAdmins);
    const { token } = await createPasswordReset(em, userId, resources.now(), false);
    return done(
      `Give this link to ${address}; it works once, for one hour:\n${resetUrl(resources.env, token)}`,
      'password_link_made',
    );
  });
}

/** Removes the second factor of a user who has lost the app and the recovery codes. The password and sessions stay. */
export async function resetTwoFactor(resources: Resources, email: string): Promise<Outcome> {
  return withLockedAccount(resources, email, async (em, { id: userId, email: address }) => {
    if (!(await removeTwoFactor(em, userId))) {
      return { isDone: true, text: `Two-factor sign-in was not on for ${address}. Nothing was changed.` };
    }
    await addJob(em, 'mailAccount', { template: 'twoFactorReset', userId });
    return done(`Two-factor sign-in is off for ${address}; an email tells them.`, 'two_factor_reset');
  });
}

export async function makeAdmin(resources: Resources, email: string): Promise<Outcome> {
  return withLockedAccount(resources, email, async (em, { id: userId, email: address, isSuspended, isLeaving }) => {
    if (isSuspended) return refused(`${address} is suspended: lift that first.`);
    // they can administer nothing, and after the 14 days the server would have no administrator again
    if (isLeaving) return refused(`${address} is being deleted: its person must restore it first.`);
    const { rows } = await sql`
      update account set is_admin = true where id = ${userId} and not is_admin returning id`.execute(em.getKysely());
    if (rows.length === 0) return refused(`${address} is an administrator already.`);
    return done(`${address} is an administrator now.`, 'administrator_added');
  });
}
