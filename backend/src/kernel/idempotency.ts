import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { type AppError, conflict } from './errors.js';
import type { Reach } from './program.js';
import { toJsonb } from './toJsonb.js';

/** Who repeats what: a key belongs to one person or one program of theirs, one operation and one input. */
export interface IdempotencyKey {
  userId: string;
  key: string;
  operation: string;
  input: unknown;
}

/** What is kept of a finished write: enough to find its object again, its revision, and the change sets it left. */
export interface Receipt {
  receipt: Record<string, string>;
  revision: number;
  revisions: [projectId: string, revision: number][];
}

/** CONFLICT: the key stands for something else. */
export const keyUsed = (): AppError => conflict('This idempotency key was used for another request');

/** A key as it is kept. Those that clients choose have no space, so a program's keys are nobody else's. */
export const keyOf = ({ userId, program }: Reach, key: string): Pick<IdempotencyKey, 'userId' | 'key'> => ({
  userId,
  key: program ? `${program.tokenId} ${key}` : key,
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Hash of the input as 0.3.0 wrote it: it changes with the order of a schema's fields. */
const inputHashOf = (input: unknown): string => sha256(JSON.stringify(input));

const sortKeys = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/**
 * Hash of the fields of an input, whatever their order; a field without a value does not count. A later release may so
 * reorder the fields of a schema, or add optional ones without a default, and still knows a repeat.
 */
const fieldsHashOf = (input: unknown): string => sha256(JSON.stringify(input, sortKeys));

/**
 * Claims the key as the first statement of the transaction. A second one with the same key waits here until the first
 * has committed (then it is a repeat and gets the receipt) or rolled back (then it is the first). Another operation or
 * input under the same key is CONFLICT. The row goes with the transaction, so refusals are not kept.
 */
export async function claimKey(
  em: EntityManager,
  { userId, key, operation, input }: IdempotencyKey,
  at: Date,
): Promise<Receipt | null> {
  const hashes = { inputHash: inputHashOf(input), fieldsHash: fieldsHashOf(input) };
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
  // Either hash tells a repeat: processes of 0.3.0 write the first one alone, while releases are replaced.
  const isRepeat = earlier?.fieldsHash === hashes.fieldsHash || earlier?.inputHash === hashes.inputHash;
  if (earlier?.operation !== operation || !isRepeat) throw keyUsed();
  return earlier.result;
}

/** The statement that leaves the receipt with the key; it is committed together with the write itself. */
export const keepReceipt = ({ userId, key }: IdempotencyKey, receipt: Receipt): RawBuilder<unknown> => sql`
  update idempotency set result = ${toJsonb(receipt)} where user_id = ${userId} and key = ${key}`;
