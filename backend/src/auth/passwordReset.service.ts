import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { forgotPasswordSchema, resetPasswordSchema } from '../../contract/auth.js';
import { RESET_MAILS_PER_HOUR } from '../../contract/limits.js';
import type { Context, Resources } from '../kernel/context.js';
import { invalid } from '../kernel/errors.js';
import { newId } from '../kernel/ids.js';
import { addJob } from '../kernel/jobs/addJob.js';
import { parse } from '../kernel/parse.js';
import { forgetTries, limitAddress } from '../kernel/rates.js';
import { securityEvent } from '../kernel/securityEvents.js';
import { mayAct } from '../users/user.reads.js';
import { endChallenges } from './challenge.js';
import { refuseCommon } from './commonPasswords.js';
import { forgetDevices, rememberDevice } from './device.js';
import { endAccess } from './endAccess.js';
import { hashOfToken, newToken } from './linkToken.js';
import { turnOf } from './passwordTry.js';

/** How long the link of a mail works. */
const VALID = '1 hour';

/** What to tell the person. */
export interface Message {
  message: string;
}

/**
 * Asks for a way back in. Known and unknown e-mails answer alike, in text and in time: the account is looked up and the
 * mail written by a job, after the answer.
 */
export async function forgotPassword(ctx: Context, raw: unknown): Promise<Message> {
  const { email } = parse(forgotPasswordSchema, raw);
  await limitAddress(ctx, 'forgotPerAddress');
  securityEvent(ctx, 'password_reset_asked', { email });
  await addJob(ctx.em, 'mailPasswordReset', { email });
  return { message: 'If there is an account with this email, a link to reset its password is on its way.' };
}

/** From now on no link that was mailed to this person works. */
export async function endResets(em: EntityManager, userId: string, at: Date): Promise<void> {
  await sql`update password_reset set used_at = ${at} where user_id = ${userId} and used_at is null`.execute(
    em.getKysely(),
  );
}

/** The page on which a link's token is used. */
export const resetUrl = ({ publicUrl }: Pick<Resources['env'], 'publicUrl'>, token: string): string =>
  `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`;

/** Makes a link for this person; of its token a hash is kept. */
export async function makeReset(em: EntityManager, userId: string, at: Date): Promise<{ id: string; token: string }> {
  const id = newId();
  const token = newToken();
  await sql`
    insert into password_reset (id, user_id, token_hash, created_at, expires_at)
    values (${id}, ${userId}, ${hashOfToken(token)}, ${at}, ${at}::timestamptz + ${VALID}::interval)`.execute(
    em.getKysely(),
  );
  return { id, token };
}

/** Whom to mail a new link, and what makes it theirs. */
export interface IssuedReset {
  id: string;
  email: string;
  firstName: string;
  token: string;
}

/**
 * The first half of the job behind `forgotPassword`: a link is made, beside those that were mailed before. Its token is
 * kept as a hash only, so it must go straight into the mail; a job that has to try again makes another one. Null for an
 * unknown e-mail, a suspended account, and where as many as may be were mailed within the hour, but for the one that goes with an e-mail that
 * was taken back.
 */
export async function issuePasswordReset(
  resources: Pick<Resources, 'orm' | 'now' | 'log' | 'rates' | 'tokenKey'>,
  email: string,
  isReverted = false,
): Promise<IssuedReset | null> {
  const { orm, now } = resources;
  return orm.em.fork().transactional(async (em) => {
    const db = em.getKysely();
    const { rows } = await sql<{ userId: string; email: string; firstName: string; mailed: number }>`
      select a.id as "userId", a.email, a.first_name as "firstName", (
        select count(*)::int from password_reset
        where user_id = a.id and created_at > ${now()}::timestamptz - interval '1 hour') as mailed
      from account a where lower(a.email) = lower(${email}) and ${mayAct(now())} for update`.execute(db);
    const [person] = rows;
    if (!person) return null;
    const { userId, mailed, ...whom } = person;
    if (mailed >= RESET_MAILS_PER_HOUR && !isReverted) {
      securityEvent({ resources }, 'password_reset_withheld', { userId });
      return null;
    }
    return { ...whom, ...(await makeReset(em, userId, now())) };
  });
}

/** The mail with this link could not be sent: it is not one of those that went out. */
export async function withdrawPasswordReset({ orm }: Pick<Resources, 'orm'>, id: string): Promise<void> {
  await sql`delete from password_reset where id = ${id}`.execute(orm.em.fork().getKysely());
}

/**
 * Sets a new password by the token of a mail: once, within an hour, until the password changes. Ends all sessions
 * and tokens for programs, forgets all devices but the one that asks, and the tries at the old password. VALIDATION_FAILED
 * at `token` otherwise.
 */
export async function resetPassword(ctx: Context, raw: unknown): Promise<Message> {
  const { token, password } = parse(resetPasswordSchema, raw);
  refuseCommon(password, 'password');
  await limitAddress(ctx, 'resetPerAddress');
  const { passwords, now, orm } = ctx.resources;
  const tokenHash = hashOfToken(token);
  const refuse = (): never => {
    securityEvent(ctx, 'password_reset_failed');
    throw invalid({ token: ['This link is no longer valid. Please ask for a new one.'] });
  };
  const { rows: found } = await sql<{ userId: string }>`
    select user_id as "userId" from password_reset
    where token_hash = ${tokenHash} and used_at is null and expires_at > ${now()}`.execute(ctx.em.getKysely());
  const userId = found[0]?.userId;
  if (!userId) return refuse();
  // hashed before the row is claimed, so that nothing is held meanwhile
  const passwordHash = await passwords.hash(password, turnOf(ctx));
  const isKnown = await orm.em.fork().transactional(async (em) => {
    const db = em.getKysely();
    // the account first, as everybody who changes its password or links does: two such can then only wait
    await sql`select 1 from account where id = ${userId} for update`.execute(db);
    const { rows } = await sql`
      select 1 from password_reset
      where token_hash = ${tokenHash} and used_at is null and expires_at > ${now()}`.execute(db);
    if (rows.length === 0) return refuse();
    await sql`update account set password_hash = ${passwordHash} where id = ${userId}`.execute(db);
    await endAccess(em, userId, now());
    await endResets(em, userId, now());
    await forgetDevices(em, userId);
    await addJob(em, 'mailAccount', { template: 'passwordChanged', userId });
    await endChallenges(em, userId);
    // who reads the mails of the account has it now
    await sql`delete from email_revert where user_id = ${userId} and reverted_at is not null`.execute(db);
    return rememberDevice(ctx, em, userId, false);
  });
  await forgetTries(ctx, userId);
  securityEvent(ctx, 'password_reset_used', { userId });
  securityEvent(ctx, 'devices_forgotten', { userId });
  if (isKnown) securityEvent(ctx, 'device_known', { userId });
  return { message: 'Your password has been reset. Please sign in.' };
}
