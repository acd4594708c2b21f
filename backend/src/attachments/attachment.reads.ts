import { type RawBuilder, sql } from 'kysely';
import { PREPARABLE } from '../platform/database/preparable.js';
import { SOFT_DELETE_FIELDS } from '../platform/database/softDelete.js';
import { entityRows, fieldNamesExcept, type RowOf } from '../platform/database/rows.js';
import { visibleProjects } from '../projects/project.reads.js';
import { type Context, requireViewer } from '../request/context.js';
import { defineLoader, keyIn, wantedKeys } from '../request/loaders.js';
import type { Parent } from '../request/nestedPages.js';
import { definePartReads } from '../tasks/partReads.js';
import { getFileFacts, type TaskRow } from '../tasks/task.reads.js';
import { AttachmentSchema } from './attachment.entity.js';

const STORED = entityRows(
  AttachmentSchema,
  'f',
  fieldNamesExcept(AttachmentSchema, 'fileId', 'size', ...SOFT_DELETE_FIELDS),
);
/** Sizes are well below 2^53. */
export const ATTACHMENTS = STORED.with({ size: sql<number>`f.size::float8` });
export type AttachmentRow = RowOf<typeof ATTACHMENTS>;

const attachmentsLoader = defineLoader<AttachmentRow[]>(async (ctx, keys) => {
  const rows = await ATTACHMENTS.read(
    ctx.em,
    sql`from ${wantedKeys(keys)}
      join attachment f on f.task_id = wanted.id and f.project_id = wanted.project_id and f.deleted_at is null
      order by f.created_at, f.id ${PREPARABLE}`,
  );
  return Map.groupBy(rows, ({ projectId, taskId }) => keyIn(projectId, taskId));
});

/** Reads the attachments of a task, oldest first. The caller must have checked access to the task. */
export const readAttachments = async (ctx: Context, { projectId, id }: Parent): Promise<AttachmentRow[]> =>
  (await attachmentsLoader(ctx).load(keyIn(projectId, id))) ?? [];

export const {
  loadFromFeed: feedAttachmentLoader,
  getTaskId: getAttachmentTaskId,
  readLocation: readAttachmentLocation,
} = definePartReads('Attachment', ATTACHMENTS, 'attachment', 'f');

/** Returns the file on a task's card, or null. */
export async function readCover(ctx: Context, task: TaskRow): Promise<AttachmentRow | null> {
  const { coverId } = await getFileFacts(ctx, task);
  return coverId === null ? null : ((await feedAttachmentLoader(ctx).load(keyIn(task.projectId, coverId))) ?? null);
}

/** SQL condition: neither the attachment nor its task is deleted, and the viewer can see the project. */
const isVisible = (ctx: Context): RawBuilder<unknown> => sql`
  f.deleted_at is null and f.project_id = any(array(${visibleProjects(requireViewer(ctx))}))
  and exists (select 1 from task t where t.id = f.task_id and t.deleted_at is null)`;

/** Throws NOT_FOUND if the attachment is absent or not visible to the viewer. */
export const readAttachment = (ctx: Context, id: string): Promise<AttachmentRow> =>
  ATTACHMENTS.one(ctx.em, 'Attachment', sql`from attachment f where f.id = ${id} and ${isVisible(ctx)}`);

const WITH_FILE = ATTACHMENTS.with({
  fileId: sql<string>`f.file_id`,
  // Null if a restore omitted the content.
  sha256: sql<string | null>`(select encode(c.sha256, 'hex') from file c where c.id = f.file_id)`,
});

export type AttachmentFileRow = RowOf<typeof WITH_FILE>;

/** Reads an attachment with its content's id and hash. Throws NOT_FOUND if it is absent or not visible to the viewer. */
export const readAttachmentFile = (ctx: Context, id: string): Promise<AttachmentFileRow> =>
  WITH_FILE.one(ctx.em, 'Attachment', sql`from attachment f where f.id = ${id} and ${isVisible(ctx)}`);
