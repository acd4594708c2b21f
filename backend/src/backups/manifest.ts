import * as v from 'valibot';

/** The name of the last file in a backup. */
export const MANIFEST = 'manifest.json';
export const SECRET_FILE = 'secret-key';
/** Returns the name of the file with a table's rows, in a format of PostgreSQL's `COPY … TO`. */
export const dataFileName = (table: string): string => `data/${table}.copy`;

const sum = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const table = v.object({
  name: v.string(),
  /** In the order of the values in each row. */
  columns: v.array(v.string()),
  rows: count,
  bytes: count,
  /** The format of `COPY`. */
  format: v.optional(v.picklist(['text', 'binary']), 'text'),
  /** SHA-256 of the rows in primary key order: equal for equal data in any database. */
  sha256: sum,
});

export const manifestSchema = v.object({
  format: v.literal('cairn-backup'),
  formatVersion: v.literal(1),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The version of the server that the rows come from. */
  postgres: v.string(),
  /** The epoch of the database that the rows come from; a restored database gets another. */
  epoch: v.nullable(v.string()),
  /** The migrations that the rows' schema had. */
  migrations: v.array(v.string()),
  tables: v.array(table),
  /** The place of the contents of files: in this file, in the folder `files` beside it, or nowhere. */
  files: v.optional(v.picklist(['INSIDE', 'BESIDE', 'NONE']), 'INSIDE'),
  /** Null if `SECRET_KEY` was unknown where the backup was made. */
  secretKey: v.nullable(v.object({ sha256: sum })),
  /** Tables that are not in the backup, and the consequence. */
  leftOut: v.record(v.string(), v.string()),
});

export type Manifest = v.InferOutput<typeof manifestSchema>;
export type TableInBackup = v.InferOutput<typeof table>;
