import { sql } from 'kysely';
import { mayUsePassword } from '../auth/passwordSignIn.js';
import type { Context } from '../request/context.js';

/** Whether the account has a password that works on this server. */
export async function readHasPassword(ctx: Context, userId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean; isAdmin: boolean }>`
    select password_hash <> '' as has, is_admin as "isAdmin" from account where id = ${userId}`.execute(
    ctx.em.getKysely(),
  );
  const [account] = rows;
  return account !== undefined && account.has && mayUsePassword(ctx.resources.env, account);
}
