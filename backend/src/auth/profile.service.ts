import { LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { changePasswordSchema, updatePreferencesSchema, updateProfileSchema } from '../../contract/profile.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { invalid } from '../kernel/errors.js';
import { keyUsed } from '../kernel/idempotency.js';
import { addJob } from '../kernel/jobs/addJob.js';
import { parse } from '../kernel/parse.js';
import { limitPerson } from '../kernel/rates.js';
import { securityEvent } from '../kernel/securityEvents.js';
import { toJsonb } from '../kernel/toJsonb.js';
import { User } from '../users/user.entity.js';
import { type UserRow, userLoader } from '../users/user.reads.js';
import { getUser } from '../users/user.service.js';
import { accountCommand } from './accountCommand.js';
import { endChallenges } from './challenge.js';
import { isOtherEmail, keepWayBack } from './emailChange.service.js';
import { endResets } from './passwordReset.service.js';
import { turnOf } from './passwordTry.js';
import { type PreferencesRow, readPreferences } from './preferences.reads.js';
import { prove } from './proof.js';
import { refuseCommon } from './commonPasswords.js';
import { refuseReserved, refuseTaken } from './taken.js';

/**
 * Changes the viewer's own profile. VALIDATION_FAILED at the field for a taken email or username, and at
 * `currentPassword` or, with two-factor on, `code` for an email that is changed without it; the former address gets a way
 * back.
 */
export async function updateProfile(ctx: Context, raw: unknown): Promise<UserRow> {
  const { userId } = requireViewer(ctx);
  const { currentPassword, code = null, ...patch } = parse(updateProfileSchema, raw);
  // a refusal tells that somebody has the name, and success that nobody has it
  const present = await getUser(ctx, userId);
  const isNew = (['email', 'username'] as const).some((name) => (patch[name] ?? present[name]) !== present[name]);
  if (isNew) await limitPerson(ctx, 'renamePerPerson');
  // a borrowed session must not become the account: mails to another address would open it
  const isMoving = patch.email !== undefined && isOtherEmail(patch.email, present.email);
  const proof = isMoving && currentPassword ? await prove(ctx, { currentPassword, code }) : null;
  let isMoved = false;
  await accountCommand(ctx, 'updateProfile', patch, async ({ em, now }) => {
    const user = await em.findOneOrFail(User, { id: userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const { email } = user;
    const names = Object.keys(patch) as (keyof typeof patch)[];
    if (names.every((name) => patch[name] === user[name])) return;
    isMoved = patch.email !== undefined && isOtherEmail(patch.email, email);
    if (isMoved && !proof) throw invalid({ currentPassword: ['Current password is required'] });
    if (isMoved) await proof?.require(em);
    em.assign(user, { ...patch, updatedAt: now });
    await em.flush();
    if (!isMoved || email === null || user.email === null) return;
    await refuseReserved(em, user.email, userId, now);
    // a link that waits in the former mailbox must not open the account any more, but for the way back to it
    await endResets(em, userId, now);
    await keepWayBack(em, userId, email, now);
  }).catch(refuseTaken(ctx, patch, userId));
  if (isMoved) securityEvent(ctx, 'email_changed');
  userLoader(ctx).clear(userId);
  return getUser(ctx, userId);
}

/**
 * Replaces the viewer's password and ends all their other sessions. VALIDATION_FAILED at `currentPassword` when that one
 * is wrong, and with two-factor on at `code`.
 */
export async function changePassword(ctx: Context, raw: unknown): Promise<UserRow> {
  const { userId, sessionId } = requireViewer(ctx);
  const { currentPassword, newPassword, code = null } = parse(changePasswordSchema, raw);
  refuseCommon(newPassword, 'newPassword');
  const { passwords } = ctx.resources;
  // hashing is slow: before the transaction, so that no connection waits for it
  const proof = await prove(ctx, { currentPassword, code }, { onWrongPassword: 'password_change_failed' });
  const passwordHash = proof.refusal ? '' : await passwords.hash(newPassword, turnOf(ctx));
  const isDone = await accountCommand(
    ctx,
    'changePassword',
    // a quick hash of passwords must not be kept: whether it is the same request shows in the repeat
    {},
    async ({ em, now }) => {
      // of two changes at once the second was made from a password that is no longer the current one
      await proof.require(em);
      const db = em.getKysely();
      await sql`update account set password_hash = ${passwordHash} where id = ${userId}`.execute(db);
      await sql`
        update session set revoked_at = ${now}
        where user_id = ${userId} and id <> ${sessionId} and revoked_at is null`.execute(db);
      await endResets(em, userId, now);
      await endChallenges(em, userId);
      await addJob(em, 'mailAccount', { template: 'passwordChanged', userId });
    },
    async () => {
      const { passwordHash: current } = await ctx.resources.orm.em.fork().findOneOrFail(User, { id: userId });
      if (!(await passwords.verify(newPassword, current, turnOf(ctx)))) throw keyUsed();
    },
  );
  if (isDone) securityEvent(ctx, 'password_changed');
  return getUser(ctx, userId);
}

/** Changes the viewer's preferences. */
export async function updatePreferences(ctx: Context, raw: unknown): Promise<PreferencesRow> {
  const { userId } = requireViewer(ctx);
  const patch = parse(updatePreferencesSchema, raw);
  await accountCommand(ctx, 'updatePreferences', patch, async ({ em }) => {
    await sql`
      update account set preferences = preferences || ${toJsonb(patch)} where id = ${userId}`.execute(em.getKysely());
  });
  return readPreferences(ctx, userId);
}
