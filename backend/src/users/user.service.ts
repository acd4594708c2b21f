import { sql } from 'kysely';
import { withAsciiDomain } from '../../contract/auth.js';
import { LIMITS } from '../../contract/limits.js';
import { isStorable } from '../../contract/text.js';
import type { Context } from '../request/context.js';
import { notFound } from '../platform/lib/errors.js';
import { limitPerson } from '../request/rates.js';
import { isActive, readUsers, type UserRow } from './user.reads.js';

/** Finds an active user by exact email or username, without case. Returns null if there is none. */
export async function lookupUser(ctx: Context, emailOrUsername: string): Promise<UserRow | null> {
  const given = emailOrUsername.trim();
  // no such name can exist
  if (given === '' || given.length > LIMITS.emailMax || !isStorable(given)) return null;
  const wanted = withAsciiDomain(given);
  await limitPerson(ctx, 'lookupPerPerson');
  const [found] = await readUsers(
    ctx,
    sql`(lower(a.email) = lower(${wanted}) or lower(a.username) = lower(${wanted})) and ${isActive}`,
  );
  return found ?? null;
}

/** Returns the user with this id or throws NOT_FOUND. */
export async function getUser(ctx: Context, id: string): Promise<UserRow> {
  const [found] = await readUsers(ctx, sql`a.id = ${id}`);
  if (!found) throw notFound('User');
  return found;
}
