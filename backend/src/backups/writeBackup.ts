import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ZipFile } from 'yazl';
import { requireKnownMigrations } from '../platform/process/migrate.js';
import { BackupError } from '../platform/lib/backupError.js';
import { quoteName, readTables, type Table } from './catalog.js';
import { withBackupConnection } from './connection.js';
import { contentsFolder, countContents, writeContents } from './contents.js';
import { dataFileName, type Manifest, MANIFEST, SECRET_FILE, type TableInBackup } from './manifest.js';
import { PartFile } from './partFile.js';
import { noProgress, type Progress } from './progress.js';
import { BACKED_UP, CONTENTS, EXCLUDED, JOBS_SCHEMA } from './tables.js';

export interface BackupOptions {
  /** The database to back up. */
  url: string;
  file: string;
  /** Undefined if unknown: then it is not in the backup. */
  secretKey: string | undefined;
  progress?: Progress;
  /** Stops the backup, which then leaves nothing behind. */
  signal?: AbortSignal;
  /** Where the contents of files are stored; by default in the backup. */
  files?: Manifest['files'];
  /** Fails rather than leave fewer free bytes than this on the disk. */
  leaveFree?: number;
}

/** The state of the database in the backup's transaction. */
interface Snapshot {
  at: Date;
  postgres: string;
  epoch: string | null;
  migrations: string[];
  tables: Table[];
  /** Tables in the app's schema that no version of the app has made. */
  foreign: string[];
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Begins a transaction with one snapshot of everything. */
async function takeSnapshot(client: ClientBase, files: Manifest['files']): Promise<Snapshot> {
  const all = await readTables(client);
  const names = all.map(({ name }) => name);
  if (!names.includes('mikro_orm_migrations') || !names.includes('account')) {
    throw new BackupError('there is nothing to back up: the database is empty');
  }
  const isIn = ({ name }: Table): boolean => BACKED_UP.includes(name) && (name !== CONTENTS || files === 'INSIDE');
  const tables = all.filter(isIn);
  const foreign = names.filter((name) => !BACKED_UP.includes(name) && !Object.hasOwn(EXCLUDED, name));
  await client.query('begin isolation level repeatable read, read only');
  // locked before the snapshot is taken, so that no migration runs in between
  const locked = [...tables.map(({ name }) => name), 'mikro_orm_migrations'];
  await client.query(`lock table ${locked.map(quoteName).join(', ')} in access share mode`);
  const { rows: done } = await client.query<{ name: string }>('select name from mikro_orm_migrations order by id');
  const migrations = done.map(({ name }) => name);
  requireKnownMigrations(migrations);
  const { rows } = await client.query<{ at: Date; postgres: string }>(
    `select now() as at, current_setting('server_version') as postgres`,
  );
  const epoch = names.includes('epoch')
    ? (await client.query<{ id: string }>('select id from epoch')).rows[0]?.id
    : undefined;
  const [server] = rows;
  if (!server) throw new Error('the server did not report its version');
  // a migration can have changed tables before the lock
  const now = (await readTables(client)).filter(isIn);
  return { ...server, epoch: epoch ?? null, migrations, tables: now, foreign };
}

/** As text, the contents of files would be twice as long, so they are binary. */
const formatOf = (table: string): TableInBackup['format'] => (table === CONTENTS ? 'binary' : 'text');

/** Reads a table's rows in `COPY` format; calls `written` with their count and hash at the end. */
async function* copyRows(
  client: ClientBase,
  { name, columns, order }: Table,
  progress: Progress,
  written: (table: TableInBackup) => void,
): AsyncGenerator<Buffer> {
  const list = columns.map(quoteName).join(', ');
  const format = formatOf(name);
  const copy = client.query(
    copyTo(`copy (select ${list} from ${quoteName(name)} order by ${order}) to stdout (format ${format})`),
  );
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of copy as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
    progress.done(chunk.length);
    yield chunk;
  }
  written({ name, columns, rows: copy.rowCount, bytes, format, sha256: hash.digest('hex') });
}

async function estimateBytes(client: ClientBase, tables: readonly Table[]): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'select coalesce(sum(pg_table_size(quote_ident(name)::regclass)), 0) as bytes from unnest($1::text[]) as name',
    [tables.map(({ name }) => name)],
  );
  return Number(rows[0]?.bytes ?? 0);
}

/** Streams the backup as a ZIP, the manifest last; calls `done` with it. */
function streamZip(
  client: ClientBase,
  snapshot: Snapshot,
  { secretKey, files = 'INSIDE', progress = noProgress }: BackupOptions,
  done: (manifest: Manifest) => void,
): Readable {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  // always ZIP64, because the size is not known in advance
  const options = { mtime: snapshot.at, mode: 0o100600, forceZip64Format: true };
  const add = (name: string, bytes: () => AsyncIterable<Buffer | string>, compressionLevel = 6): void =>
    zip.addReadStreamLazy(name, { ...options, compressionLevel }, (give) => {
      const source = Readable.from(bytes(), { objectMode: false, highWaterMark: 256 * 1024 });
      // the library ignores errors of its sources
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
    const copy = () => copyRows(client, table, progress, (written) => tables.push(written));
    // Files are compressed already.
    add(dataFileName(table.name), copy, formatOf(table.name) === 'binary' ? 1 : 6);
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
      files,
      secretKey: secretKey === undefined ? null : { sha256: sha256(secretKey) },
      leftOut: {
        ...EXCLUDED,
        ...(files === 'NONE' && { [CONTENTS]: 'files of tasks are listed, and their contents are not there' }),
        [JOBS_SCHEMA]: 'mails that were not sent yet are lost',
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
 * Writes a consistent snapshot of the database into a new ZIP file while the app runs (docs/operating.md describes the
 * contents). The file gets its name when complete; memory use does not depend on its size.
 * @throws BackupError with one line for the operator
 */
export async function writeBackup(options: BackupOptions): Promise<Manifest> {
  const { url, file, files = 'INSIDE', progress = noProgress, signal, leaveFree = 0 } = options;
  const part = await PartFile.create(file);
  try {
    const manifest = await withBackupConnection(url, async (client) => {
      const snapshot = await takeSnapshot(client, files);
      if (files === 'BESIDE' && snapshot.tables.some(({ name }) => name === 'file')) {
        progress.step('Copying files', await countContents(client));
        await writeContents(client, contentsFolder(file), { at: snapshot.at, leaveFree, progress, signal });
      }
      progress.step('Backing up', await estimateBytes(client, snapshot.tables));
      let written: Manifest | undefined;
      const zip = streamZip(client, snapshot, options, (manifest) => (written = manifest));
      await pipeline(zip, (source: AsyncIterable<Buffer>) => part.write(source, leaveFree), { signal });
      await client.query('commit');
      if (!written) throw new Error('the backup ended before its manifest');
      return written;
    });
    // the stop can have come after the last byte
    signal?.throwIfAborted();
    await part.complete();
    return manifest;
  } catch (error) {
    throw await part.discard(error);
  } finally {
    progress.end();
  }
}
