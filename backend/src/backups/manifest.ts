import * as v from 'valibot';

/** What the last file of a backup is called. */
export const MANIFEST = 'manifest.json';
/** The file with `SECRET_KEY`. */
export const SECRET_FILE = 'secret-key';
/** The file with a table's rows, as PostgreSQL's `COPY … TO` writes them (text form). */
export const fileOf = (table: string): string => `data/${table}.copy`;

const sum = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const table = v.object({
  name: v.string(),
  /** In the order in which they stand in each row. */
  columns: v.array(v.string()),
  rows: count,
  bytes: count,
  /** SHA-256 of the rows in the order of the primary key: the same for the same data, wherever it is. */
  sha256: sum,
});

export const manifestSchema = v.object({
  format: v.literal('cairn-backup'),
  formatVersion: v.literal(1),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Of the server that the rows come from. */
  postgres: v.string(),
  /** Of the database that the rows come from; a restored one has another. */
  epoch: v.nullable(v.string()),
  /** The schema the rows fit. */
  migrations: v.array(v.string()),
  tables: v.array(table),
  /** Null: `SECRET_KEY` was not known where the backup was made. */
  secretKey: v.nullable(v.object({ sha256: sum })),
  /** Tables that are not in it, and what that means. */
  leftOut: v.record(v.string(), v.string()),
});

/** What a backup says of itself. */
export type Manifest = v.InferOutput<typeof manifestSchema>;
export type TableInBackup = v.InferOutput<typeof table>;
