import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { withAsciiDomain } from '../../contract/auth.js';
import type { Resources } from '../kernel/context.js';
import { addJob } from '../kernel/jobs/addJob.js';
import { type SecurityEvent, securityEvent } from '../kernel/securityEvents.js';
import { endChallenges } from './challenge.js';
import { forgetDevices } from './device.js';
import { endAccess, endSessions } from './endAccess.js';
import { endResets, makeReset, resetUrl } from './passwordReset.service.js';
import { removeTwoFactor } from './twoFactor.service.js';

// What the operator does to an account at a terminal. Nobody else can: there are no administrators.

/** The result of one of the operator's commands, in words. */
export interface Outcome {
  isDone: boolean;
  text: string;
  /** What the log is told of. */
  event?: SecurityEvent;
}

const done = (text: string, event: SecurityEvent): Outcome => ({ isDone: true, text, event });
const refused = (text: string): Outcome => ({ isDone: false, text: `${text} Nothing was changed.` });

/** An account as a command finds it. */
interface Found {
  id: string;
  email: string;
  isSuspended: boolean;
}

/** Runs a command on the account with this email address, which is locked as sign-ins and password changes lock it. */
async function onAccount(
  resources: Resources,
  email: string,
  run: (em: EntityManager, account: Found) => Promise<Outcome>,
): Promise<Outcome> {
  let userId: string | undefined;
  const outcome = await resources.orm.em.fork().transactional(async (em) => {
    const { rows } = await sql<Found>`
      select id, email, suspended_at is not null as "isSuspended" from account
      where lower(email) = lower(${withAsciiDomain(email.trim())}) for update`.execute(em.getKysely());
    userId = rows[0]?.id;
    return rows[0] ? run(em, rows[0]) : refused('There is no account with this email address.');
  });
  if (outcome.event) securityEvent({ resources }, outcome.event, { userId });
  return outcome;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Counts the program tokens that work. */
async function countTokens(em: EntityManager, userId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from api_token
    where user_id = ${userId} and revoked_at is null and expires_at > ${now}`.execute(em.getKysely());
  return rows[0]?.count ?? 0;
}

/**
 * Closes an account without deleting anything: its sessions, program tokens and links end, and its person can't sign in.
 * Tasks, roles and projects stay as they are.
 */
export async function suspend(resources: Resources, email: string): Promise<Outcome> {
  const now = resources.now();
  return onAccount(resources, email, async (em, { id: userId, email: address, isSuspended }) => {
    if (isSuspended) return refused(`${address} is suspended already.`);
    const tokens = await countTokens(em, userId, now);
    await sql`update account set suspended_at = ${now} where id = ${userId}`.execute(em.getKysely());
    const sessions = await endAccess(em, userId, now);
    await endChallenges(em, userId);
    await endResets(em, userId, now);
    return done(
      `Suspended ${address}: ${counted(sessions, 'session')} and ${counted(tokens, 'program token')} ended. Nobody can sign in to this account until you lift it.`,
      'account_suspended',
    );
  });
}

/** Lets the person of a suspended account sign in again. What had ended stays ended. */
export async function lift(resources: Resources, email: string): Promise<Outcome> {
  return onAccount(resources, email, async (em, { id: userId, email: address, isSuspended }) => {
    if (!isSuspended) return refused(`${address} is not suspended.`);
    await sql`update account set suspended_at = null where id = ${userId}`.execute(em.getKysely());
    return done(
      `Lifted the suspension of ${address}: they can sign in again. Their program tokens have to be created anew.`,
      'account_lifted',
    );
  });
}

/** Ends all sessions of an account. Program tokens stay: programs are not signed in. */
export async function signOut(resources: Resources, email: string): Promise<Outcome> {
  const now = resources.now();
  return onAccount(resources, email, async (em, { id: userId, email: address }) => {
    const sessions = await endSessions(em, userId, now);
    await endChallenges(em, userId);
    await forgetDevices(em, userId);
    const tokens = await countTokens(em, userId, now);
    const rest = tokens > 0 ? ` Program tokens that still work: ${tokens}. Only suspending ends them.` : '';
    return done(`Signed ${address} out: ${counted(sessions, 'session')} ended.${rest}`, 'signed_out_everywhere');
  });
}

/** Makes a link to a new password, which the operator passes on: for servers without mail. */
export async function makePasswordLink(resources: Resources, email: string): Promise<Outcome> {
  return onAccount(resources, email, async (em, { id: userId, email: address, isSuspended }) => {
    if (isSuspended) return refused(`${address} is suspended: lift that first.`);
    const { token } = await makeReset(em, userId, resources.now());
    return done(
      `Give this link to ${address}; it works once, for one hour:\n${resetUrl(resources.env, token)}`,
      'password_link_made',
    );
  });
}

/** Removes the second factor of a person who has lost both app and recovery codes. Their password and sessions stay. */
export async function resetTwoFactor(resources: Resources, email: string): Promise<Outcome> {
  return onAccount(resources, email, async (em, { id: userId, email: address }) => {
    if (!(await removeTwoFactor(em, userId))) {
      return { isDone: true, text: `Two-factor sign-in was not on for ${address}. Nothing was changed.` };
    }
    await addJob(em, 'mailAccount', { template: 'twoFactorReset', userId });
    return done(`Two-factor sign-in is off for ${address}; an email tells them.`, 'two_factor_reset');
  });
}
