import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { FieldErrors } from '../../contract/errors.js';
import type { Context } from '../kernel/context.js';
import { uniqueViolation } from '../kernel/databaseErrors.js';
import { invalid } from '../kernel/errors.js';

const MESSAGES = { email: 'Email is already taken', username: 'Username is already taken' };

/** The field that each unique index of the table is about. */
const INDEXES: Record<string, keyof typeof MESSAGES> = {
  account_email_unique: 'email',
  account_username_unique: 'username',
};

/** What belongs to one person only. */
type Names = Partial<Record<keyof typeof MESSAGES, string>>;

/**
 * Turns a refused duplicate into VALIDATION_FAILED; any other error goes on. The database names one of the fields, the
 * other one is looked up, so that both can be mended at once. `userId` is whose own names do not count.
 */
export const refuseTaken =
  (ctx: Context, names: Names, userId: string | null = null) =>
  async (error: unknown): Promise<never> => {
    const refused = INDEXES[uniqueViolation(error) ?? ''];
    if (!refused) throw error;
    const { rows } = await sql<Record<keyof typeof MESSAGES, boolean>>`
      select coalesce(bool_or(lower(email) = lower(${names.email ?? ''})), false) as email,
        coalesce(bool_or(lower(username) = lower(${names.username ?? ''})), false) as username
      from account where id is distinct from ${userId}::uuid
        and (lower(email) = lower(${names.email ?? ''}) or lower(username) = lower(${names.username ?? ''}))`.execute(
      ctx.resources.orm.em.fork().getKysely(),
    );
    const fields: FieldErrors = {};
    for (const field of ['email', 'username'] as const) {
      if (field === refused || rows[0]?.[field]) fields[field] = [MESSAGES[field]];
    }
    throw invalid(fields);
  };

/**
 * Refuses an e-mail to which another account has the way back: whoever took it from there must not close that way by
 * taking the address too. Asked when the name is written, so that whoever gave it up has committed.
 */
export async function refuseReserved(em: EntityManager, email: string, userId: string, now: Date): Promise<void> {
  const { rows } = await sql`
    select 1 from email_revert
    where lower(email) = lower(${email}) and user_id <> ${userId} and reverted_at is null and expires_at > ${now}
    limit 1`.execute(em.getKysely());
  if (rows.length > 0) throw invalid({ email: [MESSAGES.email] });
}
