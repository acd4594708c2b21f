import { LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { changePasswordSchema, updatePreferencesSchema, updateProfileSchema } from '../../contract/profile.js';
import { type Context, requireViewer } from '../request/context.js';
import { fieldError, invalid } from '../platform/lib/errors.js';
import { keyReusedError } from '../write/idempotency.js';
import { addJob } from '../platform/jobs/addJob.js';
import { parse } from '../platform/lib/parse.js';
import { limitPerson } from '../request/rates.js';
import { securityEvent } from '../request/securityEvents.js';
import { toJsonb } from '../platform/database/toJsonb.js';
import { User } from '../users/user.entity.js';
import { type UserRow, userLoader } from '../users/user.reads.js';
import { getUser } from '../users/user.service.js';
import { accountCommand } from './accountCommand.js';
import { endChallenges } from './challenge.js';
import { isOtherEmail, createEmailRevert } from './emailChange.service.js';
import { endPasswordResets } from './passwordReset.service.js';
import { hashQueueTurn } from './passwordAttempt.js';
import { mayUsePassword, passwordSignInOff } from './passwordSignIn.js';
import { mergeKinds, type PreferencesRow, readPreferences } from './preferences.reads.js';
import { reauthenticate } from './proof.js';
import { refuseCommon } from './commonPasswords.js';
import { refuseReserved, refuseTaken } from './uniqueNames.js';

/**
 * Changes the viewer's profile. Throws VALIDATION_FAILED at a taken email or username. A new email requires
 * `currentPassword` and, with two-factor on, `code`; the former address gets a link to revert it.
 */
export async function updateProfile(ctx: Context, raw: unknown): Promise<UserRow> {
  const { userId } = requireViewer(ctx);
  const { currentPassword, proof: given, code = null, ...patch } = parse(updateProfileSchema, raw);
  // limited because each answer reveals whether a name is taken
  const present = await getUser(ctx, userId);
  const isNew = (['email', 'username'] as const).some((name) => (patch[name] ?? present[name]) !== present[name]);
  if (isNew) await limitPerson(ctx, 'renamePerPerson');
  // a stolen session must not take over the account by redirecting its mails
  const isMoving = patch.email !== undefined && isOtherEmail(patch.email, present.email);
  const proof =
    isMoving && (currentPassword || given) ? await reauthenticate(ctx, { currentPassword, proof: given, code }) : null;
  let isMoved = false;
  await accountCommand(ctx, 'updateProfile', patch, async ({ em, now }) => {
    const user = await em.findOneOrFail(User, { id: userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const { email } = user;
    const names = Object.keys(patch) as (keyof typeof patch)[];
    if (names.every((name) => patch[name] === user[name])) return;
    isMoved = patch.email !== undefined && isOtherEmail(patch.email, email);
    if (isMoved && !proof) throw invalid({ currentPassword: fieldError('required', 'Current password is required') });
    if (isMoved) await proof?.require(em);
    // a new address belongs to the time of verification, whatever the account's age
    em.assign(user, { ...patch, updatedAt: now, ...(isMoved && { predatesVerification: false }) });
    await em.flush();
    if (!isMoved || email === null || user.email === null) return;
    await refuseReserved(em, user.email, userId, now);
    // reset links in the former mailbox must not work any more, except for the link to revert
    await endPasswordResets(em, userId, now);
    await createEmailRevert(em, userId, email, now);
    if (ctx.resources.env.smtpUrl) await addJob(em, 'mailVerification', { userId });
  }).catch(refuseTaken(ctx, patch, userId));
  if (isMoved) securityEvent(ctx, 'email_changed');
  userLoader(ctx).clear(userId);
  return getUser(ctx, userId);
}

/**
 * Replaces the viewer's password and ends their other sessions. Throws VALIDATION_FAILED at `currentPassword` or, with
 * two-factor on, at `code`.
 */
export async function changePassword(ctx: Context, raw: unknown): Promise<UserRow> {
  const { userId, sessionId } = requireViewer(ctx);
  const { currentPassword, proof: given, newPassword, code = null } = parse(changePasswordSchema, raw);
  refuseCommon(newPassword, 'newPassword');
  const { passwords } = ctx.resources;
  // hashing is slow: done before the transaction, so that no connection waits for it
  const proof = await reauthenticate(
    ctx,
    { currentPassword, proof: given, code },
    { onWrongPassword: 'password_change_failed' },
  );
  if (!mayUsePassword(ctx.resources.env, proof.account)) throw passwordSignInOff(ctx.resources.env);
  const passwordHash = proof.refusal ? '' : await passwords.hash(newPassword, hashQueueTurn(ctx));
  const isDone = await accountCommand(
    ctx,
    'changePassword',
    // the input's fast hash is stored with the key and must not contain a password; `repeat` compares it instead
    {},
    async ({ em, now }) => {
      // of two concurrent changes, the second no longer has the current password
      await proof.require(em);
      const db = em.getKysely();
      await sql`update account set password_hash = ${passwordHash} where id = ${userId}`.execute(db);
      await sql`
        update session set revoked_at = ${now}
        where user_id = ${userId} and id <> ${sessionId} and revoked_at is null`.execute(db);
      await endPasswordResets(em, userId, now);
      await endChallenges(em, userId);
      await addJob(em, 'mailAccount', { template: 'passwordChanged', userId });
    },
    async () => {
      const { passwordHash: current } = await ctx.resources.orm.em.fork().findOneOrFail(User, { id: userId });
      if (!(await passwords.verify(newPassword, current, hashQueueTurn(ctx)))) throw keyReusedError();
    },
  );
  if (isDone) securityEvent(ctx, 'password_changed');
  return getUser(ctx, userId);
}

export async function updatePreferences(ctx: Context, raw: unknown): Promise<PreferencesRow> {
  const { userId } = requireViewer(ctx);
  const patch = parse(updatePreferencesSchema, raw);
  await accountCommand(ctx, 'updatePreferences', patch, async ({ em }) => {
    const { kinds, ...others } = patch;
    const db = em.getKysely();
    // Two changes of different channels at the same time are both kept.
    if (kinds) await sql`select from account where id = ${userId} for no key update`.execute(db);
    const stored = kinds && { kinds: mergeKinds((await readPreferences({ em }, userId)).kinds, kinds) };
    await sql`
      update account set preferences = preferences || ${toJsonb({ ...others, ...stored })} where id = ${userId}`.execute(
      db,
    );
  });
  return readPreferences(ctx, userId);
}
