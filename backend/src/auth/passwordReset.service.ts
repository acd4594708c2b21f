import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { forgotPasswordSchema, resetPasswordSchema } from '../../contract/auth.js';
import type { Context } from '../kernel/context.js';
import { invalid } from '../kernel/errors.js';
import { newId } from '../kernel/ids.js';
import { addJob } from '../kernel/jobs/addJob.js';
import { parse } from '../kernel/parse.js';
import { limitAccount, limitAddress } from '../kernel/rates.js';

/** How long the link of a mail works. */
const VALID = '1 hour';

/** What to tell the person. */
export interface Told {
  message: string;
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * Asks for a way back in. Known and unknown e-mails answer alike, in text and in time: the account is looked up and the
 * mail written by a job, after the answer.
 */
export async function forgotPassword(ctx: Context, raw: unknown): Promise<Told> {
  const { email } = parse(forgotPasswordSchema, raw);
  await limitAddress(ctx, 'forgotPerAddress');
  await limitAccount(ctx, 'forgotPerAccount', email);
  await addJob(ctx.em, 'mailPasswordReset', { email });
  return { message: 'If there is an account with this email, a link to reset its password is on its way.' };
}

/** The job behind `forgotPassword`: older links die, a new one is mailed. The token is kept as a hash only. */
export async function issuePasswordReset(ctx: Pick<Context, 'services'>, email: string): Promise<void> {
  const { orm, now } = ctx.services;
  await orm.em.fork().transactional(async (em) => {
    const db = em.getKysely();
    const { rows } = await sql<{
      id: string;
    }>`select id from account where lower(email) = lower(${email}) for update`.execute(db);
    const userId = rows[0]?.id;
    if (!userId) return;
    const token = randomBytes(32).toString('base64url');
    await sql`update password_reset set used_at = ${now()} where user_id = ${userId} and used_at is null`.execute(db);
    await sql`
      insert into password_reset (id, user_id, token_hash, created_at, expires_at)
      values (${newId()}, ${userId}, ${hashOf(token)}, ${now()}, ${now()}::timestamptz + ${VALID}::interval)`.execute(
      db,
    );
    await addJob(em, 'mailAccount', { template: 'passwordReset', userId, token });
  });
}

/**
 * Sets a new password by the token of a mail: once, within an hour, the newest only. Ends all sessions.
 * VALIDATION_FAILED at `token` otherwise.
 */
export async function resetPassword(ctx: Context, raw: unknown): Promise<Told> {
  const { token, password } = parse(resetPasswordSchema, raw);
  await limitAddress(ctx, 'resetPerAddress');
  const { passwords, now, orm } = ctx.services;
  const tokenHash = hashOf(token);
  const refusal = invalid({ token: ['This link is no longer valid. Please ask for a new one.'] });
  const { rows: found } = await sql`
    select 1 from password_reset where token_hash = ${tokenHash} and used_at is null and expires_at > ${now()}`.execute(
    ctx.em.getKysely(),
  );
  if (found.length === 0) throw refusal;
  // hashed before the row is claimed, so that nothing is held meanwhile
  const passwordHash = await passwords.hash(password);
  await orm.em.fork().transactional(async (em) => {
    const db = em.getKysely();
    const { rows } = await sql<{ userId: string }>`
      update password_reset set used_at = ${now()}
      where token_hash = ${tokenHash} and used_at is null and expires_at > ${now()}
      returning user_id as "userId"`.execute(db);
    const userId = rows[0]?.userId;
    if (!userId) throw refusal;
    await sql`update account set password_hash = ${passwordHash} where id = ${userId}`.execute(db);
    await sql`update session set revoked_at = ${now()} where user_id = ${userId} and revoked_at is null`.execute(db);
    await addJob(em, 'mailAccount', { template: 'passwordChanged', userId });
  });
  return { message: 'Your password has been reset. Please sign in.' };
}
