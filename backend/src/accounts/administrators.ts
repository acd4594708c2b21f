import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { ADVISORY_LOCKS } from '../platform/database/advisoryLocks.js';
import { conflict, forbidden } from '../platform/lib/errors.js';
import { type Context, requireViewer } from '../request/context.js';
import { securityEvent } from '../request/securityEvents.js';
import { isActive, mayAct } from '../users/user.reads.js';

export async function lockAdministrators(em: EntityManager): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.administrators})`.execute(em.getKysely());
}

async function isAdministrator(em: EntityManager, userId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from account a where a.id = ${userId} and a.is_admin and ${mayAct(now)}`.execute(em.getKysely());
  return rows.length > 0;
}

/** Whether the server has an active administrator. */
export async function hasAdministrator(em: EntityManager): Promise<boolean> {
  const { rows } = await sql`
    select 1 from account a where a.is_admin and ${isActive} limit 1`.execute(em.getKysely());
  return rows.length > 0;
}

/**
 * Throws FORBIDDEN unless the viewer is an administrator who is signed in themselves: tokens never are. Acts call it
 * again in their transaction.
 */
export async function requireAdministrator(ctx: Context, em: EntityManager = ctx.em): Promise<string> {
  const { userId, program } = requireViewer(ctx);
  if (program || !(await isAdministrator(em, userId, ctx.resources.now()))) {
    securityEvent(ctx, 'access_refused', { operation: 'administration' });
    throw forbidden('Only administrators can do this');
  }
  return userId;
}

/**
 * Throws CONFLICT if this account is the last active administrator. Without `always`, only if other people have
 * accounts, including suspended and leaving people, because they can come back. Locks the administrators until the end
 * of the caller's transaction.
 */
export async function refuseLastAdministrator(
  em: EntityManager,
  userId: string,
  { always = false } = {},
): Promise<void> {
  await lockAdministrators(em);
  const { rows } = await sql<{ isAdmin: boolean; others: boolean; admins: boolean }>`
    select a.is_admin as "isAdmin",
      exists (select 1 from account a where a.id <> ${userId} and a.email is not null) as others,
      exists (select 1 from account a where a.id <> ${userId} and a.is_admin and ${isActive}) as admins
    from account a where a.id = ${userId}`.execute(em.getKysely());
  const [found] = rows;
  if (found?.isAdmin && (always || found.others) && !found.admins) {
    throw conflict('This is the last administrator. Make someone else an administrator first.');
  }
}
