import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { addJob } from '../platform/jobs/addJob.js';
import type { Context } from '../request/context.js';
import { securityEvent } from '../request/securityEvents.js';
import { endChallenges } from './challenge.js';
import { forgetDevices } from './device.js';
import { deleteApiTokens } from './apiToken.service.js';
import { endInvitationsOf, pauseWebhooksOf, revokeCalendarFeedsOf, revokeShareLinksOf } from './endAccess.js';
import { removeTwoFactor } from './twoFactor.service.js';

/** SQL expression: when the current address of account `a` was verified, or null. No other code decides this. */
export const emailVerifiedAt: RawBuilder<string | null> = sql<string | null>`(
  select ve.verified_at from verified_email ve where ve.user_id = a.id and ve.email = lower(a.email))`;

/** Records an account's current address as verified. Returns false if it was already, or if it is not `email`. */
export async function recordVerifiedEmail(
  em: EntityManager,
  { userId, at, email }: { userId: string; at: Date; email?: string | undefined },
): Promise<boolean> {
  const { rows } = await sql`
    insert into verified_email (user_id, email, verified_at)
    select a.id, lower(a.email), ${at} from account a
    where a.id = ${userId} and a.email is not null and lower(a.email) = coalesce(lower(${email ?? null}), lower(a.email))
    on conflict do nothing returning user_id`.execute(em.getKysely());
  return rows.length > 0;
}

export interface Verification {
  userId: string;
  at: Date;
  /** The address that was proven, if it could differ from the account's current one. */
  email?: string | undefined;
  /**
   * An active session of this account, if the caller proved it together with the address. The session, the known
   * devices and the second factor are then kept, because one person has the session and the address.
   */
  sessionId?: string | undefined;
}

/**
 * Marks the account's address as verified. The first verification of an address revokes everything set up before it,
 * because someone else may have created the account with that address: sessions, API tokens, devices, the second factor,
 * links back to former addresses, and what other modules revoke in their reaction `emailVerified`. The caller must have
 * locked the account. Returns whether it was the first.
 */
export async function markEmailVerified(
  ctx: Context,
  em: EntityManager,
  { userId, at, email, sessionId = '' }: Verification,
): Promise<boolean> {
  if (!(await recordVerifiedEmail(em, { userId, at, email }))) return false;
  const db = em.getKysely();
  await sql`
    update session set revoked_at = ${at}
    where user_id = ${userId} and id::text <> ${sessionId} and revoked_at is null`.execute(db);
  await deleteApiTokens(em, userId, at);
  await revokeCalendarFeedsOf(em, userId, at);
  await pauseWebhooksOf(em, userId);
  await revokeShareLinksOf(em, userId, at);
  await endInvitationsOf(em, userId, at);
  await endChallenges(em, userId);
  if (sessionId === '') {
    await forgetDevices(em, userId);
    // a reset link must not turn off the second factor of an account from before addresses were verified
    const { rows } = await sql`
      select 1 from account where id = ${userId} and not predates_verification`.execute(db);
    if (rows.length > 0 && (await removeTwoFactor(em, userId))) {
      await addJob(em, 'mailTwoFactorEnded', { userId });
    }
  }
  await sql`
    update email_verification set used_at = ${at} where user_id = ${userId} and used_at is null`.execute(db);
  // a link back to a former address stays if its person has verified that address: a thief may have moved the account
  await sql`
    delete from email_revert r where r.user_id = ${userId} and r.reverted_at is null and not exists (
      select 1 from verified_email ve where ve.user_id = r.user_id and ve.email = lower(r.email))`.execute(db);
  for (const revoke of ctx.resources.reactions.emailVerified) await revoke(em, userId, at, sessionId);
  securityEvent(ctx, 'email_verified', { userId });
  return true;
}
