import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Context } from '../request/context.js';
import { uniqueViolation } from '../platform/database/databaseErrors.js';
import { fieldError, invalid } from '../platform/lib/errors.js';

const TAKEN = {
  email: fieldError('taken', 'Email is already taken'),
  username: fieldError('taken', 'Username is already taken'),
};

const INDEXES: Record<string, keyof typeof TAKEN> = {
  account_email_unique: 'email',
  account_username_unique: 'username',
};

type Names = Partial<Record<keyof typeof TAKEN, string>>;

/**
 * Returns an error handler that turns a unique violation into VALIDATION_FAILED and rethrows other errors. The database
 * names one field; the other one is looked up, so that both are reported together. Ignores the names of `userId`.
 */
export const refuseTaken =
  (ctx: Context, names: Names, userId: string | null = null) =>
  async (error: unknown): Promise<never> => {
    const refused = INDEXES[uniqueViolation(error) ?? ''];
    if (!refused) throw error;
    const { rows } = await sql<Record<keyof typeof TAKEN, boolean>>`
      select coalesce(bool_or(lower(email) = lower(${names.email ?? ''})), false) as email,
        coalesce(bool_or(lower(username) = lower(${names.username ?? ''})), false) as username
      from account where id is distinct from ${userId}::uuid
        and (lower(email) = lower(${names.email ?? ''}) or lower(username) = lower(${names.username ?? ''}))`.execute(
      ctx.resources.orm.em.fork().getKysely(),
    );
    const fields: Partial<typeof TAKEN> = {};
    for (const field of ['email', 'username'] as const) {
      if (field === refused || rows[0]?.[field]) fields[field] = TAKEN[field];
    }
    throw invalid(fields);
  };

/**
 * Refuses an email that another account can still revert to; otherwise an attacker could block the revert by taking the
 * address. Runs after the write, when the account that gave the address up has committed.
 */
export async function refuseReserved(em: EntityManager, email: string, userId: string, now: Date): Promise<void> {
  const { rows } = await sql`
    select 1 from email_revert
    where lower(email) = lower(${email}) and user_id <> ${userId} and reverted_at is null and expires_at > ${now}
    limit 1`.execute(em.getKysely());
  if (rows.length > 0) throw invalid({ email: TAKEN.email });
}
