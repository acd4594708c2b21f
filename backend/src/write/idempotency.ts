import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { type AppError, conflict } from '../platform/lib/errors.js';
import type { AccessScope } from '../request/program.js';
import { toJsonb } from '../platform/database/toJsonb.js';

/** A key belongs to one user or API token, one operation and one input. */
export interface IdempotencyKey {
  userId: string;
  key: string;
  operation: string;
  input: unknown;
}

/** The stored result of a write: data to find its object again, the revision and the change sets. */
export interface Receipt {
  receipt: Record<string, string>;
  revision: number;
  revisions: [projectId: string, revision: number][];
}

export const keyReusedError = (): AppError => conflict('This idempotency key was used for another request');

/**
 * Returns the stored form of a key. Keys chosen by clients contain no space, so they cannot collide with the keys of
 * API tokens.
 */
export const toStoredKey = ({ userId, program }: AccessScope, key: string): Pick<IdempotencyKey, 'userId' | 'key'> => ({
  userId,
  key: program ? `${program.tokenId} ${key}` : key,
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Hashes an input as 0.3.0 did: the hash depends on the order of the schema's fields. */
const hashInput = (input: unknown): string => sha256(JSON.stringify(input));

const sortKeys = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/**
 * Hashes the fields of an input in any order, without undefined ones. Repeats are therefore recognized across releases
 * that reorder the fields of a schema or add optional fields without a default.
 */
const hashFields = (input: unknown): string => sha256(JSON.stringify(input, sortKeys));

/**
 * Claims the key as the first statement of the transaction. A concurrent request with the same key waits here until the first
 * has committed (and gets its receipt) or rolled back (and takes its place). Throws CONFLICT if the key was used for another
 * operation or input. A rollback removes the row, so refusals are not stored.
 */
export async function claimKey(
  em: EntityManager,
  { userId, key, operation, input }: IdempotencyKey,
  at: Date,
): Promise<Receipt | null> {
  const hashes = { inputHash: hashInput(input), fieldsHash: hashFields(input) };
  const db = em.getKysely();
  const { rows: claimed } = await sql`
    insert into idempotency (user_id, key, operation, input_hash, fields_hash, at)
    values (${userId}, ${key}, ${operation}, ${hashes.inputHash}, ${hashes.fieldsHash}, ${at})
    on conflict do nothing returning key`.execute(db);
  if (claimed.length > 0) return null;
  const { rows } = await sql<{ operation: string; inputHash: string; fieldsHash: string | null; result: Receipt }>`
    select operation, input_hash as "inputHash", fields_hash as "fieldsHash", result from idempotency
    where user_id = ${userId} and key = ${key}`.execute(db);
  const [earlier] = rows;
  // Either hash identifies a repeat: during an upgrade, processes of 0.3.0 write only the first.
  const isRepeat = earlier?.fieldsHash === hashes.fieldsHash || earlier?.inputHash === hashes.inputHash;
  if (earlier?.operation !== operation || !isRepeat) throw keyReusedError();
  return earlier.result;
}

/** The statement that stores the receipt with the key, in the transaction of the write. */
export const storeReceipt = ({ userId, key }: IdempotencyKey, receipt: Receipt): RawBuilder<unknown> => sql`
  update idempotency set result = ${toJsonb(receipt)} where user_id = ${userId} and key = ${key}`;
