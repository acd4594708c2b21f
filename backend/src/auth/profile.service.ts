import { LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { changePasswordSchema, updatePreferencesSchema, updateProfileSchema } from '../../contract/auth.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { invalid } from '../kernel/errors.js';
import { addJob } from '../kernel/jobs/addJob.js';
import { parse } from '../kernel/parse.js';
import { User } from '../users/user.entity.js';
import { type UserRow, userLoader } from '../users/user.reads.js';
import { getUser } from '../users/user.service.js';
import { endResets } from './passwordReset.service.js';
import { type PreferencesRow, readPreferences } from './preferences.reads.js';
import { refuseCommon } from './commonPasswords.js';
import { refuseTaken } from './taken.js';

/** Changes the viewer's own profile. VALIDATION_FAILED at the field for a taken e-mail or username. */
export async function updateProfile(ctx: Context, raw: unknown): Promise<UserRow> {
  const { userId } = requireViewer(ctx);
  const patch = parse(updateProfileSchema, raw);
  const { now, orm } = ctx.services;
  await orm.em
    .fork()
    .transactional(async (em) => {
      const user = await em.findOneOrFail(User, { id: userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const { email } = user;
      const names = Object.keys(patch) as (keyof typeof patch)[];
      if (names.every((name) => patch[name] === user[name])) return;
      em.assign(user, { ...patch, updatedAt: now() });
      await em.flush();
      // a link that waits in the former mailbox must not open the account any more
      if (user.email !== email) await endResets(em, userId, now());
    })
    .catch(refuseTaken);
  userLoader(ctx).clear(userId);
  return getUser(ctx, userId);
}

/**
 * Replaces the viewer's password and ends all their other sessions. VALIDATION_FAILED at `currentPassword` when that one
 * is wrong.
 */
export async function changePassword(ctx: Context, raw: unknown): Promise<UserRow> {
  const { userId, sessionId } = requireViewer(ctx);
  const { currentPassword, newPassword } = parse(changePasswordSchema, raw);
  refuseCommon(newPassword, 'newPassword');
  const { passwords, now, orm } = ctx.services;
  const { passwordHash: known } = await ctx.em.findOneOrFail(User, { id: userId });
  if (!(await passwords.verify(currentPassword, known))) {
    throw invalid({ currentPassword: ['Current password is incorrect'] });
  }
  const passwordHash = await passwords.hash(newPassword);
  await orm.em.fork().transactional(async (em) => {
    const db = em.getKysely();
    // of two changes at once the second was made from a password that is no longer the current one
    const { rows } = await sql`
      update account set password_hash = ${passwordHash} where id = ${userId} and password_hash = ${known}
      returning id`.execute(db);
    if (rows.length === 0) throw invalid({ currentPassword: ['Current password is incorrect'] });
    await sql`
      update session set revoked_at = ${now()}
      where user_id = ${userId} and id <> ${sessionId} and revoked_at is null`.execute(db);
    await endResets(em, userId, now());
    await addJob(em, 'mailAccount', { template: 'passwordChanged', userId });
  });
  return getUser(ctx, userId);
}

/** Changes the viewer's preferences. */
export async function updatePreferences(ctx: Context, raw: unknown): Promise<PreferencesRow> {
  const { userId } = requireViewer(ctx);
  const patch = parse(updatePreferencesSchema, raw);
  await sql`
    update account set preferences = preferences || ${JSON.stringify(patch)}::jsonb where id = ${userId}`.execute(
    ctx.em.getKysely(),
  );
  return readPreferences(ctx, userId);
}
