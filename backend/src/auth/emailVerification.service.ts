import { sql } from 'kysely';
import { verifyEmailSchema } from '../../contract/auth.js';
import { EMAIL_VERIFICATION_HOURS } from '../../contract/limits.js';
import { addJob } from '../platform/jobs/addJob.js';
import { fieldError, invalid } from '../platform/lib/errors.js';
import { newId } from '../platform/lib/ids.js';
import { parse } from '../platform/lib/parse.js';
import { type Context, requireViewer, type Resources } from '../request/context.js';
import { limitAddress, limitPerson } from '../request/rates.js';
import { securityEvent } from '../request/securityEvents.js';
import { mayAct } from '../users/user.reads.js';
import { accountCommand } from './accountCommand.js';
import { hashToken, generateToken, type MailedLink } from './linkToken.js';
import type { Message } from './passwordReset.service.js';
import { emailVerifiedAt, markEmailVerified } from './verifiedEmail.js';

/**
 * Creates a link that verifies the account's present address. Only the token's hash is stored, so a retried job creates
 * another link. Returns null if there is nothing to verify.
 */
export async function issueVerification(
  { orm, now }: Pick<Resources, 'orm' | 'now'>,
  userId: string,
): Promise<MailedLink | null> {
  const [token, at] = [generateToken(), now()];
  const { rows } = await sql<Omit<MailedLink, 'token'>>`
    with person as (
      select a.id, a.email, a.first_name, a.preferences from account a
      where a.id = ${userId} and a.email is not null and ${mayAct(at)} and ${emailVerifiedAt} is null),
    made as (
      insert into email_verification (id, user_id, email, token_hash, created_at, expires_at)
      select ${newId()}, p.id, lower(p.email), ${hashToken(token)}, ${at},
        ${at}::timestamptz + ${`${EMAIL_VERIFICATION_HOURS} hours`}::interval from person p)
    select email, first_name as "firstName", preferences from person`.execute(orm.em.fork().getKysely());
  return rows[0] ? { ...rows[0], token } : null;
}

/** Mails the viewer another link to verify their address; earlier links stay valid. */
export async function resendVerification(ctx: Context): Promise<Message> {
  const { userId } = requireViewer(ctx);
  const { rows } = await sql<{ isVerified: boolean }>`
    select ${emailVerifiedAt} is not null as "isVerified" from account a where a.id = ${userId}`.execute(
    ctx.em.getKysely(),
  );
  if (rows[0]?.isVerified) return { message: 'Your email address is confirmed already.' };
  await limitPerson(ctx, 'verificationMailsPerPerson');
  await accountCommand(ctx, 'resendVerification', {}, ({ em }) => addJob(em, 'mailVerification', { userId }));
  return { message: 'A link to confirm your email address is on its way.' };
}

/**
 * Verifies an address by a mailed token, which works once, for 24 hours, also signed out. The first verification of an
 * address ends what was set up before it. If the caller is signed in to the account, their session stays. Throws
 * VALIDATION_FAILED at `token` for an invalid link.
 */
export async function verifyEmail(ctx: Context, raw: unknown): Promise<Message> {
  const { token } = parse(verifyEmailSchema, raw);
  await limitAddress(ctx, 'verifyPerAddress');
  const { now, orm } = ctx.resources;
  const at = now();
  const tokenHash = hashToken(token);
  const refuse = (): never => {
    securityEvent(ctx, 'email_verification_failed');
    throw invalid({ token: fieldError('linkEnded', 'This link is no longer valid. Please ask for a new one.') });
  };
  const { rows: found } = await sql<{ userId: string }>`
    select user_id as "userId" from email_verification
    where token_hash = ${tokenHash} and used_at is null and expires_at > ${at}`.execute(ctx.em.getKysely());
  const userId = found[0]?.userId;
  if (!userId) return refuse();
  await orm.em.fork().transactional(async (em) => {
    const db = em.getKysely();
    // locks the account first, as all changes of its email do; a suspended account cannot be changed
    await sql`select 1 from account where id = ${userId} for update`.execute(db);
    const { rows: used } = await sql<{ email: string }>`
      update email_verification v set used_at = ${at} from account a
      where v.token_hash = ${tokenHash} and v.used_at is null and v.expires_at > ${at}
        and a.id = v.user_id and lower(a.email) = v.email and ${mayAct(at)}
      returning v.email`.execute(db);
    const email = used[0]?.email ?? refuse();
    const sessionId = ctx.viewer?.userId === userId ? ctx.viewer.sessionId : undefined;
    await markEmailVerified(ctx, em, { userId, at, email, sessionId });
  });
  return { message: 'Your email address is confirmed.' };
}
