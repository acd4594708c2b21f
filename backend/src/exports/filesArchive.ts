import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { ZipFile } from 'yazl';
import { EXPORTS } from '../../contract/limits.js';
import { readFile } from '../attachments/fileStore.js';
import type { Moment } from '../platform/database/rows.js';
import { AppError } from '../platform/lib/errors.js';
import { type Context, requireViewer } from '../request/context.js';

/* Streams the files of a download while reading them, because a stored copy would take their space twice. */

interface Listed {
  id: string;
  fileId: string;
  name: string;
  size: number;
  /** When it was attached, in milliseconds. */
  at: number;
}

/** SQL: `attachment f` and `file c` for the files that the person `user_id` can see and whose contents are stored. */
const filesOf = (userId: unknown) => sql`
  attachment f join task t on t.id = f.task_id and t.deleted_at is null
    join project p on p.id = f.project_id and p.deleted_at is null
    join project_member m on m.project_id = f.project_id and m.user_id = ${userId}
    join file c on c.id = f.file_id and c.sha256 is not null
  where f.deleted_at is null`;

/** SQL: the size of these files, for a row `export e`. */
export const FILES_SIZE = sql<number>`(select coalesce(sum(f.size), 0)::float8 from ${filesOf(sql`e.user_id`)})`;

/** Makes a name that all systems accept. */
const plainName = (name: string): string => {
  // oxlint-disable-next-line no-control-regex -- Windows accepts no control characters
  const plain = name.replaceAll(/[\\/:*?"<>|\u0000-\u001f]/g, '_');
  return /^\.+$/.test(plain) ? '_' : plain;
};

async function readListed(ctx: Context): Promise<Listed[]> {
  const { userId } = requireViewer(ctx);
  const { rows } = await sql<Listed>`
    select f.id, f.file_id as "fileId", f.name, f.size::float8 as size, (extract(epoch from f.created_at) * 1000)::float8 as at
    from ${filesOf(userId)} order by f.created_at, f.id limit ${EXPORTS.filesMax + 1}`.execute(ctx.em.getKysely());
  if (rows.length > EXPORTS.filesMax) {
    throw new AppError('PAYLOAD_TOO_LARGE', `An archive can have ${EXPORTS.filesMax} files: read them one by one`);
  }
  return rows;
}

/** The archive of a download, with its size. */
interface DataArchive {
  createdAt: Moment;
  bytes: number;
  parts: () => AsyncIterable<Buffer>;
}

/**
 * Streams a zip with the download as `data.zip` and the files that the viewer can see as `files/ID/NAME`, together with
 * its size. Imports read this single file (`imports/read/cairn.ts`).
 */
export async function filesArchive(
  ctx: Context,
  data: DataArchive,
): Promise<{ bytes: number; parts: AsyncIterable<Buffer> }> {
  const listed = await readListed(ctx);
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  // For example, a content that is shorter than its size.
  zip.on('error', (error: Error) => stream.destroy(error));
  const add = (name: string, mtime: Date, size: number, parts: () => AsyncIterable<Buffer>): void =>
    zip.addReadStreamLazy(name, { mtime, size, compress: false }, (give) => {
      const source = Readable.from(parts(), { objectMode: false });
      // The library ignores errors of its sources.
      source.once('error', (error) => stream.destroy(error));
      give(null, source);
    });
  add('data.zip', new Date(data.createdAt), data.bytes, data.parts);
  for (const { id, fileId, name, size, at } of listed) {
    const parts = () => readFile(ctx.resources, fileId, 0, size - 1);
    add(`files/${id}/${plainName(name)}`, new Date(at), size, parts);
  }
  const bytes = await new Promise<number>((resolve) => {
    zip.end(undefined, ((size: number) => resolve(size)) as () => void);
  });
  return { bytes, parts: stream };
}
