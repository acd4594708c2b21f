import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { forgotPasswordSchema, resetPasswordSchema } from '../../contract/auth.js';
import { RESET_MAILS_PER_HOUR } from '../../contract/limits.js';
import type { Context, Resources } from '../request/context.js';
import { fieldError, invalid } from '../platform/lib/errors.js';
import { newId } from '../platform/lib/ids.js';
import { addJob } from '../platform/jobs/addJob.js';
import { parse } from '../platform/lib/parse.js';
import { limitAddress, resetAccountPasswordLimits } from '../request/rates.js';
import { securityEvent } from '../request/securityEvents.js';
import { mayAct } from '../users/user.reads.js';
import { refuseCommon } from './commonPasswords.js';
import { forgetDevices, rememberDevice } from './device.js';
import { endAccess } from './endAccess.js';
import { endIdentities } from './identity.reads.js';
import { hashToken, generateToken, type MailedLink } from './linkToken.js';
import { hashQueueTurn } from './passwordAttempt.js';
import { mayUsePassword } from './passwordSignIn.js';
import { markEmailVerified } from './verifiedEmail.js';

/** Lifetime of a reset link. */
const VALID = '1 hour';

/** A message for the user. */
export interface Message {
  message: string;
}

/**
 * Queues a password reset mail. Answers known and unknown emails alike, in text and timing: a job looks up the account
 * after the answer.
 */
export async function forgotPassword(ctx: Context, raw: unknown): Promise<Message> {
  const { email } = parse(forgotPasswordSchema, raw);
  await limitAddress(ctx, 'forgotPerAddress');
  securityEvent(ctx, 'password_reset_asked', { email });
  await addJob(ctx.em, 'mailPasswordReset', { email });
  return { message: 'If there is an account with this email, a link to reset its password is on its way.' };
}

/** Invalidates all reset links of a user. */
export async function endPasswordResets(em: EntityManager, userId: string, at: Date): Promise<void> {
  await sql`update password_reset set used_at = ${at} where user_id = ${userId} and used_at is null`.execute(
    em.getKysely(),
  );
}

export const resetUrl = ({ publicUrl }: Pick<Resources['env'], 'publicUrl'>, token: string): string =>
  `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`;

/**
 * Creates a reset link and stores the hash of its token. A link that is not mailed does not prove that its user can read
 * the mailbox.
 */
export async function createPasswordReset(
  em: EntityManager,
  userId: string,
  at: Date,
  isMailed = true,
): Promise<{ id: string; token: string }> {
  const id = newId();
  const token = generateToken();
  await sql`
    insert into password_reset (id, user_id, token_hash, created_at, expires_at, mailed)
    values (${id}, ${userId}, ${hashToken(token)}, ${at}, ${at}::timestamptz + ${VALID}::interval, ${isMailed})`.execute(
    em.getKysely(),
  );
  return { id, token };
}

/** SQL condition: account `a` has had as many reset links as it can have in an hour. */
export const isResetLimited = (at: Date): RawBuilder<boolean> => sql<boolean>`(
  select count(*) from password_reset where user_id = a.id and created_at > ${at}::timestamptz - interval '1 hour')
    >= ${RESET_MAILS_PER_HOUR}`;

/**
 * Creates the reset link that a job mails. Earlier links stay valid. Only the token's hash is stored, so a retried job
 * creates another link. Returns null for an unknown email, a suspended account, one that may not use a password, and above
 * the hourly limit. An account whose email was reverted may always use one: it is locked until a link sets a password.
 * The limit does not apply to the mail of the revert itself.
 */
export async function issuePasswordReset(
  resources: Pick<Resources, 'env' | 'orm' | 'now' | 'log' | 'rates' | 'tokenKey' | 'audit'>,
  email: string,
  isReverted = false,
): Promise<(MailedLink & { id: string }) | null> {
  const { env, orm, now } = resources;
  return orm.em.fork().transactional(async (em) => {
    const db = em.getKysely();
    const { rows } = await sql<
      Omit<MailedLink, 'token'> & { userId: string; isAdmin: boolean; isLocked: boolean; isLimited: boolean }
    >`
      select a.id as "userId", a.email, a.first_name as "firstName", a.preferences, a.is_admin as "isAdmin",
        exists (select 1 from email_revert r where r.user_id = a.id and r.reverted_at is not null) as "isLocked",
        ${isResetLimited(now())} as "isLimited"
      from account a where lower(a.email) = lower(${email}) and ${mayAct(now())} for update`.execute(db);
    const [person] = rows;
    if (!person) return null;
    const { userId, isAdmin, isLocked, isLimited, ...whom } = person;
    if (!isLocked && !mayUsePassword(env, { isAdmin })) return null;
    if (isLimited && !isReverted) {
      securityEvent({ resources }, 'password_reset_withheld', { userId });
      return null;
    }
    return { ...whom, ...(await createPasswordReset(em, userId, now())) };
  });
}

/** Deletes a link that could not be mailed, so that it does not count against the hourly limit. */
export async function withdrawPasswordReset({ orm }: Pick<Resources, 'orm'>, id: string): Promise<void> {
  await sql`delete from password_reset where id = ${id}`.execute(orm.em.fork().getKysely());
}

/**
 * Sets a new password by a mailed token, which works once, for an hour, until the password changes. Verifies the address. Ends all sessions
 * and API tokens, forgets all other devices and clears failed password attempts. Throws VALIDATION_FAILED at `token`
 * for an invalid link.
 */
export async function resetPassword(ctx: Context, raw: unknown): Promise<Message> {
  const { token, password } = parse(resetPasswordSchema, raw);
  refuseCommon(password, 'password');
  await limitAddress(ctx, 'resetPerAddress');
  const { passwords, now, orm } = ctx.resources;
  const tokenHash = hashToken(token);
  const refuse = (): never => {
    securityEvent(ctx, 'password_reset_failed');
    throw invalid({ token: fieldError('linkEnded', 'This link is no longer valid. Please ask for a new one.') });
  };
  const { rows: found } = await sql<{ userId: string }>`
    select user_id as "userId" from password_reset
    where token_hash = ${tokenHash} and used_at is null and expires_at > ${now()}`.execute(ctx.em.getKysely());
  const userId = found[0]?.userId;
  if (!userId) return refuse();
  // hashed before the transaction, so that the slow hash holds no lock
  const passwordHash = await passwords.hash(password, hashQueueTurn(ctx));
  const isKnown = await orm.em.fork().transactional(async (em) => {
    const db = em.getKysely();
    // locks the account first, as all changes of its password or links do, to avoid deadlocks
    await sql`select 1 from account where id = ${userId} for update`.execute(db);
    const { rows } = await sql<{ mailed: boolean }>`
      select mailed from password_reset
      where token_hash = ${tokenHash} and used_at is null and expires_at > ${now()}`.execute(db);
    const { mailed } = rows[0] ?? refuse();
    await sql`update account set password_hash = ${passwordHash} where id = ${userId}`.execute(db);
    await endAccess(em, userId, now());
    await endPasswordResets(em, userId, now());
    await forgetDevices(em, userId);
    await addJob(em, 'mailAccount', { template: 'passwordChanged', userId });
    // someone else may have linked their own identities; a verified address links the person's again
    await endIdentities(em, userId);
    // the caller has proven access to the account's mailbox
    await sql`delete from email_revert where user_id = ${userId} and reverted_at is not null`.execute(db);
    if (mailed) {
      // an attacker may have changed the address to their own and back, and could take the account by the revert link
      // there
      await sql`
        delete from email_revert r using email_revert former, account a
        where r.user_id = ${userId} and former.user_id = r.user_id and former.n < r.n
          and a.id = r.user_id and lower(former.email) = lower(a.email)`.execute(db);
      await markEmailVerified(ctx, em, { userId, at: now() });
    }
    return rememberDevice(ctx, em, userId, false);
  });
  await resetAccountPasswordLimits(ctx, userId);
  securityEvent(ctx, 'password_reset_used', { userId });
  securityEvent(ctx, 'devices_forgotten', { userId });
  if (isKnown) securityEvent(ctx, 'device_known', { userId });
  return { message: 'Your password has been reset. Please sign in.' };
}
