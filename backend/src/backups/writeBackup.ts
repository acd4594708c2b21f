import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ZipFile } from 'yazl';
import { refuseNewer } from '../db/migrate.js';
import { BackupError } from './backupError.js';
import { quoted, readTables, type Table } from './catalog.js';
import { onOwnConnection } from './connection.js';
import { fileOf, type Manifest, MANIFEST, SECRET_FILE, type TableInBackup } from './manifest.js';
import { PartFile } from './partFile.js';
import { type Progress, silent } from './progress.js';
import { JOBS_SCHEMA, KEPT, LEFT_OUT } from './tables.js';

export interface BackupOptions {
  /** Of the database to back up. */
  url: string;
  file: string;
  /** Undefined where nobody knows it: then it is not in the backup. */
  secretKey: string | undefined;
  progress?: Progress;
  /** Told to stop: nothing is left behind. */
  signal?: AbortSignal;
  /** Give up rather than leave less room than this on the disk, in bytes. */
  leaveFree?: number;
}

/** What is known of a database within the one transaction. */
interface Snapshot {
  at: Date;
  postgres: string;
  epoch: string | null;
  migrations: string[];
  tables: Table[];
  /** Tables in the app's schema that no version of ours has made. */
  foreign: string[];
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Begins the transaction that sees everything as it is at one moment. */
async function takeSnapshot(client: ClientBase): Promise<Snapshot> {
  const all = await readTables(client);
  const names = all.map(({ name }) => name);
  if (!names.includes('mikro_orm_migrations') || !names.includes('account')) {
    throw new BackupError('there is nothing to back up: the database is empty');
  }
  const tables = all.filter(({ name }) => KEPT.includes(name));
  const foreign = names.filter((name) => !KEPT.includes(name) && !Object.hasOwn(LEFT_OUT, name));
  await client.query('begin isolation level repeatable read, read only');
  // before anything is read, so that no migration comes in between: who waits for a lock sees what is true afterwards
  const locked = [...tables.map(({ name }) => name), 'mikro_orm_migrations'];
  await client.query(`lock table ${locked.map(quoted).join(', ')} in access share mode`);
  const { rows: done } = await client.query<{ name: string }>('select name from mikro_orm_migrations order by id');
  const migrations = done.map(({ name }) => name);
  refuseNewer(migrations);
  const { rows } = await client.query<{ at: Date; postgres: string }>(
    `select now() as at, current_setting('server_version') as postgres`,
  );
  const epoch = names.includes('epoch')
    ? (await client.query<{ id: string }>('select id from epoch')).rows[0]?.id
    : undefined;
  const [server] = rows;
  if (!server) throw new Error('the server says nothing of itself');
  // what a migration has changed between the first look and the lock
  const now = (await readTables(client)).filter(({ name }) => KEPT.includes(name));
  return { ...server, epoch: epoch ?? null, migrations, tables: now, foreign };
}

/** The rows of a table as `COPY` writes them; `written` is told of them when all are read. */
async function* rowsOf(
  client: ClientBase,
  { name, columns, order }: Table,
  progress: Progress,
  written: (table: TableInBackup) => void,
): AsyncGenerator<Buffer> {
  const list = columns.map(quoted).join(', ');
  const copy = client.query(copyTo(`copy (select ${list} from ${quoted(name)} order by ${order}) to stdout`));
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of copy as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
    progress.done(chunk.length);
    yield chunk;
  }
  written({ name, columns, rows: copy.rowCount, bytes, sha256: hash.digest('hex') });
}

/** How many bytes the rows may be, as far as the database can tell without counting. */
async function estimateBytes(client: ClientBase, tables: readonly Table[]): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'select coalesce(sum(pg_table_size(quote_ident(name)::regclass)), 0) as bytes from unnest($1::text[]) as name',
    [tables.map(({ name }) => name)],
  );
  return Number(rows[0]?.bytes ?? 0);
}

/** The files of the backup one after another, the manifest last: `done` is told of it. */
function zipOf(
  client: ClientBase,
  snapshot: Snapshot,
  { secretKey, progress = silent }: BackupOptions,
  done: (manifest: Manifest) => void,
): Readable {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  // always in the 64-bit form (ZIP64): nobody knows before how large it will be
  const options = { mtime: snapshot.at, mode: 0o100600, forceZip64Format: true };
  const add = (name: string, bytes: () => AsyncIterable<Buffer | string>): void =>
    zip.addReadStreamLazy(name, options, (give) => {
      const source = Readable.from(bytes(), { objectMode: false, highWaterMark: 256 * 1024 });
      // the library does not look at what fails in there
      source.once('error', (error) => stream.destroy(error));
      give(null, source);
    });
  const tables: TableInBackup[] = [];
  if (secretKey !== undefined) {
    add(SECRET_FILE, async function* () {
      yield Buffer.from(secretKey);
    });
  }
  for (const table of snapshot.tables) {
    add(fileOf(table.name), () => rowsOf(client, table, progress, (written) => tables.push(written)));
  }
  add(MANIFEST, async function* () {
    const manifest: Manifest = {
      format: 'cairn-backup',
      formatVersion: 1,
      createdAt: snapshot.at.toISOString(),
      postgres: snapshot.postgres,
      epoch: snapshot.epoch,
      migrations: snapshot.migrations,
      tables,
      secretKey: secretKey === undefined ? null : { sha256: sha256(secretKey) },
      leftOut: {
        ...LEFT_OUT,
        [JOBS_SCHEMA]: 'mails that had not gone out are not sent',
        ...Object.fromEntries(snapshot.foreign.map((name) => [name, 'not a table of this app'])),
      },
    };
    yield Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
    done(manifest);
  });
  zip.end({ forceZip64Format: true, comment: '' });
  return stream;
}

/**
 * Writes all that a database holds, as it is at one moment, into one new file, while the app goes on. The file is a ZIP
 * (docs/operating.md says what is in it). Nothing stands under its name before it is complete; memory does not grow with it.
 * @throws BackupError with one line for the person at the terminal
 */
export async function writeBackup(options: BackupOptions): Promise<Manifest> {
  const { url, file, progress = silent, signal, leaveFree = 0 } = options;
  const part = await PartFile.create(file);
  try {
    const manifest = await onOwnConnection(url, async (client) => {
      const snapshot = await takeSnapshot(client);
      progress.step('Backing up', await estimateBytes(client, snapshot.tables));
      let written: Manifest | undefined;
      const zip = zipOf(client, snapshot, options, (told) => (written = told));
      await pipeline(zip, (source: AsyncIterable<Buffer>) => part.write(source, leaveFree), { signal });
      await client.query('commit');
      if (!written) throw new Error('the backup ended before its manifest');
      return written;
    });
    // told to stop after its last byte, too
    signal?.throwIfAborted();
    await part.complete();
    return manifest;
  } catch (error) {
    throw await part.discard(error);
  } finally {
    progress.end();
  }
}
