import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { revertEmailSchema } from '../../contract/auth.js';
import { DAY_MS, EMAIL_REVERT_DAYS } from '../../contract/limits.js';
import type { Context, Resources } from '../request/context.js';
import { fieldError, invalid } from '../platform/lib/errors.js';
import { newId } from '../platform/lib/ids.js';
import { addJob } from '../platform/jobs/addJob.js';
import { parse } from '../platform/lib/parse.js';
import { limitAddress } from '../request/rates.js';
import { securityEvent } from '../request/securityEvents.js';
import { forgetDevices } from './device.js';
import { endAccess } from './endAccess.js';
import { endIdentities } from './identity.reads.js';
import { hashToken, generateToken, type MailedLink } from './linkToken.js';
import { endPasswordResets, type Message } from './passwordReset.service.js';
import { refuseTaken } from './uniqueNames.js';

/** Compares email addresses without case. */
export const isOtherEmail = (a: string, b: string | null): boolean => a.toLowerCase() !== b?.toLowerCase();

/** Stores a way to revert to the former address and mails its link there. Runs in the transaction of the change. */
export async function createEmailRevert(em: EntityManager, userId: string, email: string, now: Date): Promise<void> {
  const id = newId();
  const until = new Date(now.getTime() + EMAIL_REVERT_DAYS * DAY_MS);
  await sql`
    insert into email_revert (id, user_id, email, created_at, expires_at)
    values (${id}, ${userId}, ${email}, ${now}, ${until})`.execute(em.getKysely());
  await addJob(em, 'mailEmailChanged', { revertId: id });
}

/**
 * Creates the token of a revert link. Only its hash is stored, so a retried job creates a new token, which replaces the
 * former one. Returns null if the link has expired or was used.
 */
export async function createRevertToken({ orm, now }: Resources, id: string): Promise<MailedLink | null> {
  const token = generateToken();
  const { rows } = await sql<Omit<MailedLink, 'token'>>`
    update email_revert r set token_hash = ${hashToken(token)} from account a
    where r.id = ${id} and a.id = r.user_id and r.reverted_at is null and r.expires_at > ${now()}
    returning r.email, a.first_name as "firstName", a.preferences`.execute(orm.em.fork().getKysely());
  return rows[0] ? { ...rows[0], token } : null;
}

/**
 * Restores an account's former email by a mailed link, which works once, for 7 days. Ends all sessions and API tokens,
 * forgets all devices and mails a password reset. Until the password is reset, the old password cannot change the email
 * or the second factor. Deletes the revert links of later addresses, which an attacker may control, and keeps those of
 * earlier ones. Throws VALIDATION_FAILED at `token` for an invalid link.
 */
export async function revertEmail(ctx: Context, raw: unknown): Promise<Message> {
  const { token } = parse(revertEmailSchema, raw);
  await limitAddress(ctx, 'resetPerAddress');
  const { now, orm } = ctx.resources;
  const tokenHash = hashToken(token);
  const at = now();
  const refuse = (): never => {
    securityEvent(ctx, 'email_revert_failed');
    throw invalid({ token: fieldError('linkEnded', 'This link is no longer valid.') });
  };
  interface Found {
    id: string;
    n: string;
    userId: string;
    email: string;
  }
  const find = async (em: EntityManager): Promise<Found> => {
    const { rows } = await sql<Found>`
      select id, n, user_id as "userId", email from email_revert
      where token_hash = ${tokenHash} and reverted_at is null and expires_at > ${at}`.execute(em.getKysely());
    return rows[0] ?? refuse();
  };
  const { userId } = await find(ctx.em);
  const revert = async (em: EntityManager): Promise<void> => {
    const db = em.getKysely();
    // locks the account first, as all changes of email or password do
    await sql`select 1 from account where id = ${userId} for update`.execute(db);
    const { id, n, email } = await find(em);
    await sql`update account set email = ${email}, updated_at = ${at} where id = ${userId}`.execute(db);
    await sql`update email_revert set reverted_at = ${at} where id = ${id}`.execute(db);
    await sql`delete from email_revert where user_id = ${userId} and n > ${n} and reverted_at is null`.execute(db);
    await endAccess(em, userId, at);
    await endPasswordResets(em, userId, at);
    await forgetDevices(em, userId);
    await endIdentities(em, userId);
    await addJob(em, 'mailPasswordReset', { email, isReverted: true });
  };
  // the address is reserved for this account, so only an account from before the reservation can have it
  await orm.em
    .fork()
    .transactional(revert)
    .catch(refuseTaken(ctx, {}, userId));
  securityEvent(ctx, 'email_reverted', { userId });
  securityEvent(ctx, 'devices_forgotten', { userId });
  return {
    message:
      'Your email address was restored, and every session was ended. A link to choose a new password is on its way.',
  };
}
