import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { revertEmailSchema } from '../../contract/auth.js';
import { DAY_MS, EMAIL_REVERT_DAYS } from '../../contract/limits.js';
import type { Context, Resources } from '../kernel/context.js';
import { invalid } from '../kernel/errors.js';
import { newId } from '../kernel/ids.js';
import { addJob } from '../kernel/jobs/addJob.js';
import { parse } from '../kernel/parse.js';
import { limitAddress } from '../kernel/rates.js';
import { securityEvent } from '../kernel/securityEvents.js';
import { endChallenges } from './challenge.js';
import { forgetDevices } from './device.js';
import { endAccess } from './endAccess.js';
import { hashOfToken, newToken } from './linkToken.js';
import { endResets, type Message } from './passwordReset.service.js';
import { refuseTaken } from './taken.js';

/** Is this another address? Addresses are compared without case. */
export const isOtherEmail = (a: string, b: string | null): boolean => a.toLowerCase() !== b?.toLowerCase();

/** Keeps the way back to an address that was given up, and mails it there. Within the transaction of the change. */
export async function keepWayBack(em: EntityManager, userId: string, email: string, now: Date): Promise<void> {
  const id = newId();
  const until = new Date(now.getTime() + EMAIL_REVERT_DAYS * DAY_MS);
  await sql`
    insert into email_revert (id, user_id, email, created_at, expires_at)
    values (${id}, ${userId}, ${email}, ${now}, ${until})`.execute(em.getKysely());
  await addJob(em, 'mailEmailChanged', { revertId: id });
}

/** Whom to mail the way back, and what makes it theirs. */
export interface IssuedRevert {
  email: string;
  firstName: string;
  token: string;
}

/**
 * Makes the token of a way back, of which a hash is kept, so it must go straight into the mail. A job that has to try again
 * makes another one, which is the one that counts. Null where the way back is gone.
 */
export async function issueRevert({ orm, now }: Resources, id: string): Promise<IssuedRevert | null> {
  const token = newToken();
  const { rows } = await sql<Omit<IssuedRevert, 'token'>>`
    update email_revert r set token_hash = ${hashOfToken(token)} from account a
    where r.id = ${id} and a.id = r.user_id and r.reverted_at is null and r.expires_at > ${now()}
    returning r.email, a.first_name as "firstName"`.execute(orm.em.fork().getKysely());
  return rows[0] ? { ...rows[0], token } : null;
}

/**
 * Gives an account its former e-mail back, by the link that was mailed there: single use, 7 days. All sessions and tokens
 * for programs end, no device is known any more, and a link to a new password is mailed. Until one is chosen, who knows the
 * old password can change neither e-mail nor second factor. The links of addresses that came later end with it, as whoever
 * took the account may hold those; those of earlier ones stay. VALIDATION_FAILED at `token` otherwise.
 */
export async function revertEmail(ctx: Context, raw: unknown): Promise<Message> {
  const { token } = parse(revertEmailSchema, raw);
  await limitAddress(ctx, 'resetPerAddress');
  const { now, orm } = ctx.resources;
  const tokenHash = hashOfToken(token);
  const at = now();
  const refuse = (): never => {
    securityEvent(ctx, 'email_revert_failed');
    throw invalid({ token: ['This link is no longer valid.'] });
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
    // the account first, as everybody who changes its e-mail or password does
    await sql`select 1 from account where id = ${userId} for update`.execute(db);
    const { id, n, email } = await find(em);
    await sql`update account set email = ${email}, updated_at = ${at} where id = ${userId}`.execute(db);
    await sql`update email_revert set reverted_at = ${at} where id = ${id}`.execute(db);
    await sql`delete from email_revert where user_id = ${userId} and n > ${n} and reverted_at is null`.execute(db);
    await endAccess(em, userId, at);
    await endResets(em, userId, at);
    await endChallenges(em, userId);
    await forgetDevices(em, userId);
    await addJob(em, 'mailPasswordReset', { email, isReverted: true });
  };
  // it is kept for this account, so that can only be one from before
  await orm.em
    .fork()
    .transactional(revert)
    .catch(refuseTaken(ctx, {}, userId));
  securityEvent(ctx, 'email_reverted', { userId });
  securityEvent(ctx, 'devices_forgotten', { userId });
  return {
    message: 'Your e-mail address is back, and everybody was signed out. A link to a new password is on its way.',
  };
}
