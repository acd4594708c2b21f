import { sql } from 'kysely';
import { withAsciiDomain } from '../../contract/auth.js';
import { LIMITS } from '../../contract/limits.js';
import { isStorable } from '../../contract/text.js';
import type { Context } from '../kernel/context.js';
import { notFound } from '../kernel/errors.js';
import { limitPerson } from '../kernel/rates.js';
import { isActive, readUsers, type UserRow } from './user.reads.js';

/** Finds a person by exact e-mail or username, without case; null when there is none, or their account is not active. */
export async function lookupUser(ctx: Context, emailOrUsername: string): Promise<UserRow | null> {
  const given = emailOrUsername.trim();
  // nobody is called so
  if (given === '' || given.length > LIMITS.emailMax || !isStorable(given)) return null;
  const wanted = withAsciiDomain(given);
  await limitPerson(ctx, 'lookupPerPerson');
  const [found] = await readUsers(
    ctx,
    sql`(lower(a.email) = lower(${wanted}) or lower(a.username) = lower(${wanted})) and ${isActive}`,
  );
  return found ?? null;
}

/** The person with this id; NOT_FOUND when there is none. */
export async function getUser(ctx: Context, id: string): Promise<UserRow> {
  const [found] = await readUsers(ctx, sql`a.id = ${id}`);
  if (!found) throw notFound('User');
  return found;
}
