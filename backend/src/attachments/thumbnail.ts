import { sql } from 'kysely';
import { ATTACHMENTS } from '../../contract/limits.js';
import { type Context, requireViewer } from '../request/context.js';
import { convertPicture } from '../request/pictures.js';
import { readFile, type StoredFile, withFileDeadline } from './fileStore.js';

/** The types that get thumbnails. A GIF is only shown as a whole. */
const TYPES = ['image/png', 'image/jpeg', 'image/webp'];
/** Timeout of one conversion. */
const SECONDS = 10;
const QUALITY = 78;

/** Creates the thumbnail of a stored picture, unless it exists. A picture that cannot be decoded gets none. */
export async function makeThumbnail(ctx: Context, { id, type, size }: StoredFile): Promise<void> {
  if (!TYPES.includes(type) || size > ATTACHMENTS.thumbnailBytes) return;
  const { orm, log } = ctx.resources;
  const { rows } = await withFileDeadline(orm, (em) =>
    sql`select 1 from file_thumbnail where file_id = ${id}`.execute(em.getKysely()),
  );
  if (rows.length > 0) return;
  try {
    const small = await convertPicture({ caller: requireViewer(ctx).userId }, async (open) => {
      const parts: Buffer[] = [];
      for await (const part of readFile(ctx.resources, id, 0, size - 1)) parts.push(part);
      return open(Buffer.concat(parts), { limitInputPixels: ATTACHMENTS.thumbnailPixels })
        .autoOrient()
        .resize(ATTACHMENTS.thumbnailSize, ATTACHMENTS.thumbnailSize, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: QUALITY })
        .timeout({ seconds: SECONDS })
        .toBuffer();
    });
    await withFileDeadline(orm, (em) =>
      sql`insert into file_thumbnail (file_id, bytes) values (${id}, ${small}) on conflict do nothing`.execute(
        em.getKysely(),
      ),
    );
  } catch (error) {
    log.info({ err: error, file: id }, 'a picture was not made small');
  }
}

/** Reads the thumbnail of a content; null if there is none. */
export async function readThumbnail({ resources: { orm } }: Context, fileId: string): Promise<Buffer | null> {
  const { rows } = await withFileDeadline(orm, (em) =>
    sql<{ bytes: Buffer }>`select bytes from file_thumbnail where file_id = ${fileId}`.execute(em.getKysely()),
  );
  return rows[0]?.bytes ?? null;
}
