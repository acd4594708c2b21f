import { LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { changePasswordSchema, updatePreferencesSchema, updateProfileSchema } from '../../contract/auth.js';
import { command, type Tx, type Write } from '../kernel/command.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { invalid, notFound } from '../kernel/errors.js';
import { keyUsed } from '../kernel/idempotency.js';
import { addJob } from '../kernel/jobs/addJob.js';
import { parse } from '../kernel/parse.js';
import { limitPerson } from '../kernel/rates.js';
import { securityEvent } from '../kernel/securityEvents.js';
import { toJsonb } from '../kernel/toJsonb.js';
import { User } from '../users/user.entity.js';
import { type UserRow, userLoader } from '../users/user.reads.js';
import { getUser } from '../users/user.service.js';
import { endResets } from './passwordReset.service.js';
import { findAccount, forgiveTries, tryPassword, turnOf } from './passwordTry.js';
import { type PreferencesRow, readPreferences } from './preferences.reads.js';
import { refuseCommon } from './commonPasswords.js';
import { refuseTaken } from './taken.js';

/**
 * One write to the viewer's own account, which no project and no feed hears of. A repeat does nothing. Answers whether it
 * was done just now.
 */
async function accountCommand(
  ctx: Context,
  operation: string,
  input: unknown,
  { mutationId }: Write,
  run: (tx: Tx) => Promise<void>,
  repeat: () => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  const { result } = await command<boolean>(ctx, {
    operation,
    input,
    projectIds: [],
    mutationId,
    run: async (tx) => {
      await run(tx);
      return true;
    },
    repeat: async () => {
      await repeat();
      return false;
    },
  });
  return result;
}

/** Changes the viewer's own profile. VALIDATION_FAILED at the field for a taken e-mail or username. */
export async function updateProfile(ctx: Context, raw: unknown, write: Write = {}): Promise<UserRow> {
  const { userId } = requireViewer(ctx);
  const patch = parse(updateProfileSchema, raw);
  // a refusal tells that somebody has the name, and success that nobody has it
  const present = await getUser(ctx, userId);
  const isNew = (['email', 'username'] as const).some((name) => (patch[name] ?? present[name]) !== present[name]);
  if (isNew) await limitPerson(ctx, 'renamePerPerson');
  await accountCommand(ctx, 'updateProfile', patch, write, async ({ em, now }) => {
    const user = await em.findOneOrFail(User, { id: userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const { email } = user;
    const names = Object.keys(patch) as (keyof typeof patch)[];
    if (names.every((name) => patch[name] === user[name])) return;
    em.assign(user, { ...patch, updatedAt: now });
    await em.flush();
    // a link that waits in the former mailbox must not open the account any more
    if (user.email !== email) await endResets(em, userId, now);
  }).catch(refuseTaken(ctx, patch, userId));
  userLoader(ctx).clear(userId);
  return getUser(ctx, userId);
}

/**
 * Replaces the viewer's password and ends all their other sessions. VALIDATION_FAILED at `currentPassword` when that one
 * is wrong.
 */
export async function changePassword(ctx: Context, raw: unknown, write: Write = {}): Promise<UserRow> {
  const { userId, sessionId } = requireViewer(ctx);
  const { currentPassword, newPassword } = parse(changePasswordSchema, raw);
  refuseCommon(newPassword, 'newPassword');
  const { passwords } = ctx.services;
  const account = await findAccount(ctx, sql`a.id = ${userId}`);
  if (!account) throw notFound('User');
  const { passwordHash: known } = account;
  const refuse = (): never => {
    securityEvent(ctx, 'password_change_failed');
    throw invalid({ currentPassword: ['Current password is incorrect'] });
  };
  // the slow part first, so that no connection waits for it
  const isCurrent = await tryPassword(ctx, account, currentPassword);
  const passwordHash = isCurrent ? await passwords.hash(newPassword, turnOf(ctx)) : known;
  const isDone = await accountCommand(
    ctx,
    'changePassword',
    // a quick hash of passwords must not be kept: whether it is the same request shows in the repeat
    {},
    write,
    async ({ em, now }) => {
      if (!isCurrent) refuse();
      const db = em.getKysely();
      // of two changes at once the second was made from a password that is no longer the current one
      const { rows } = await sql`
        update account set password_hash = ${passwordHash} where id = ${userId} and password_hash = ${known}
        returning id`.execute(db);
      if (rows.length === 0) refuse();
      await sql`
        update session set revoked_at = ${now}
        where user_id = ${userId} and id <> ${sessionId} and revoked_at is null`.execute(db);
      await endResets(em, userId, now);
      await addJob(em, 'mailAccount', { template: 'passwordChanged', userId });
    },
    async () => {
      const { passwordHash: current } = await ctx.services.orm.em.fork().findOneOrFail(User, { id: userId });
      if (!(await passwords.verify(newPassword, current, turnOf(ctx)))) throw keyUsed();
    },
  );
  await forgiveTries(ctx, account);
  if (isDone) securityEvent(ctx, 'password_changed');
  return getUser(ctx, userId);
}

/** Changes the viewer's preferences. */
export async function updatePreferences(ctx: Context, raw: unknown, write: Write = {}): Promise<PreferencesRow> {
  const { userId } = requireViewer(ctx);
  const patch = parse(updatePreferencesSchema, raw);
  await accountCommand(ctx, 'updatePreferences', patch, write, async ({ em }) => {
    await sql`
      update account set preferences = preferences || ${toJsonb(patch)} where id = ${userId}`.execute(em.getKysely());
  });
  return readPreferences(ctx, userId);
}
