import { sql } from 'kysely';
import { changePasswordSchema, updatePreferencesSchema, updateProfileSchema } from '../../contract/auth.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { invalid } from '../kernel/errors.js';
import { addJob } from '../kernel/jobs/addJob.js';
import { parse } from '../kernel/parse.js';
import { User } from '../users/user.entity.js';
import { type UserRow, userLoader } from '../users/user.reads.js';
import { getUser } from '../users/user.service.js';
import type { PreferencesRow } from './preferences.reads.js';
import { readPreferences } from './preferences.reads.js';
import { refuseTaken } from './taken.js';

/** Changes the viewer's own profile. VALIDATION_FAILED at the field for a taken e-mail or username. */
export async function updateProfile(ctx: Context, raw: unknown): Promise<UserRow> {
  const { userId } = requireViewer(ctx);
  const patch = parse(updateProfileSchema, raw);
  const em = ctx.services.orm.em.fork();
  const user = await em.findOneOrFail(User, { id: userId });
  em.assign(user, patch);
  if (Object.keys(patch).length > 0) user.updatedAt = ctx.services.now();
  await em.flush().catch(refuseTaken);
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
    await sql`update password_reset set used_at = ${now()} where user_id = ${userId} and used_at is null`.execute(db);
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
