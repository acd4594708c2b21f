import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { DEVICES } from '../../contract/limits.js';
import type { Context } from '../request/context.js';

/** 32 bytes in base64url, base64 or hex. */
const DEVICE_ID = /^(?:[\w-]{43}|[\w+/]{43}=?|[\da-f]{64})$/i;

/** Returns the stored hash of an `X-Device` header, or null if the header is absent or not 32 bytes. */
export function hashDevice(header: string | undefined): string | null {
  if (header === undefined || !DEVICE_ID.test(header)) return null;
  return createHash('sha256')
    .update(Buffer.from(header, header.length === 64 ? 'hex' : 'base64'))
    .digest('base64url');
}

/** SQL condition: the account `a` knows the calling device. */
export const knowsDevice = ({ caller, resources }: Context, and: RawBuilder<unknown> = sql``) =>
  sql<boolean>`exists (select 1 from device d where d.user_id = a.id and d.hash = ${caller?.device ?? null}
    and d.seen_at > ${resources.now()}::timestamptz - ${`${DEVICES.days} days`}::interval ${and})`;

/**
 * Adds the calling device to the account's known devices and removes the least recently used ones. The caller must have
 * locked the account. Returns whether the device is new. `signedIn` is false after a password reset without a sign-in.
 */
export async function rememberDevice(
  { caller, resources }: Context,
  em: EntityManager,
  userId: string,
  signedIn = true,
): Promise<boolean> {
  const device = caller?.device ?? null;
  if (device === null) return false;
  const db = em.getKysely();
  const at = resources.now();
  const { rows } = await sql<{ isNew: boolean }>`
    insert into device (user_id, hash, created_at, seen_at, signed_in)
    values (${userId}, ${device}, ${at}, ${at}, ${signedIn})
    on conflict (user_id, hash) do update
      set seen_at = excluded.seen_at, signed_in = device.signed_in or excluded.signed_in
    returning xmax = 0 as "isNew"`.execute(db);
  await sql`
    delete from device where user_id = ${userId} and hash in (
      select hash from device where user_id = ${userId}
      order by hash = ${device} desc, seen_at desc, hash offset ${DEVICES.max})`.execute(db);
  return rows[0]?.isNew === true;
}

export async function forgetDevices(em: EntityManager, userId: string, kept: string | null = null): Promise<void> {
  await sql`delete from device where user_id = ${userId} and hash is distinct from ${kept}`.execute(em.getKysely());
}
