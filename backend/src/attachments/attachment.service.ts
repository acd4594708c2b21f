import { sql } from 'kysely';
import type * as v from 'valibot';
import { attachFileSchema, beginUploadSchema, renameAttachmentSchema } from '../../contract/attachments.js';
import { ATTACHMENTS as LIMIT } from '../../contract/limits.js';
import { refuseRole } from '../../contract/roles.js';
import { ARCHIVED } from '../../contract/trash.js';
import { requireLiveAccess } from '../auth/liveAccess.js';
import { rejectDuplicateId } from '../platform/database/databaseErrors.js';
import { NOT_DELETED, softDelete } from '../platform/database/softDelete.js';
import { REQUEST_MS, withDeadline } from '../platform/lib/deadline.js';
import { AppError, conflict, fieldError, forbidden, invalid, notFound } from '../platform/lib/errors.js';
import { newId, parseId } from '../platform/lib/ids.js';
import { parse } from '../platform/lib/parse.js';
import { projectLoader } from '../projects/project.reads.js';
import { requireUnusedIds } from '../write/chosenIds.js';
import { type Context, requireViewer } from '../request/context.js';
import { limitCreates } from '../request/rates.js';
import type { StreamedBody } from '../request/restRow.js';
import { UploadSlots } from '../request/uploadSlots.js';
import { bytesOfProject, PROJECT_FULL } from '../tasks/fileSpace.js';
import { getTask, loadForWrite, retryIfMoved } from '../tasks/task.service.js';
import { readTaskProjectId } from '../tasks/task.reads.js';
import { command, pickRevisions, toPayload, type Tx } from '../write/command.js';
import { createdObject } from '../write/created.js';
import { applyPatch } from '../write/merge.js';
import { Attachment } from './attachment.entity.js';
import { fileUrl, withUrls } from './attachment.presenter.js';
import { type AttachmentRow, ATTACHMENTS, readAttachment, readAttachmentLocation } from './attachment.reads.js';
import type { AttachmentWrittenType, BeginUploadPayload, DeleteAttachmentPayload } from './attachment.types.js';
import type { StoredFile } from './fileStore.js';
import { countSent, maxFileBytes, requireFreeSpace } from './quota.js';
import { makeThumbnail } from './thumbnail.js';
import { signTicket } from './ticket.js';
import { readUploadOffset, storeUpload } from './upload.js';

const toAttachmentPayload = toPayload('attachment', ATTACHMENTS);

const slots = new UploadSlots('files');

export const ATTACHMENTS_FULL = fieldError('attachmentsFull', `A task can have at most ${LIMIT.perTask} files`, {
  max: LIMIT.perTask,
});

/** Throws before a body is read if the viewer may not attach files to the task. Returns its project. */
async function requireAttachable(ctx: Context, taskId: string): Promise<string> {
  const { projectId } = await getTask(ctx, taskId);
  const project = await projectLoader(ctx).load(projectId);
  if (!project) throw notFound('Task');
  const refusal = refuseRole(project.viewerRole, 'MEMBER');
  if (refusal !== null) throw forbidden(refusal);
  if (project.archivedAt !== null) throw forbidden(ARCHIVED);
  return projectId;
}

/** Throws if a file of this size is too large, or there is no space for what is not stored yet. */
async function requireSize(ctx: Context, projectId: string, bytes: number, stored: number): Promise<void> {
  if (bytes > maxFileBytes(ctx)) throw new AppError('PAYLOAD_TOO_LARGE', 'The file is too large');
  await requireFreeSpace(ctx, projectId, Math.max(0, bytes - stored));
}

async function createAttachment(
  tx: Tx,
  { id, projectId, taskId, name }: { id: string; projectId: string; taskId: string; name: string },
  file: StoredFile,
): Promise<Attachment> {
  await loadForWrite(tx, projectId, taskId);
  await requireUnusedIds(tx.em, 'attachment', [id]);
  const { rows } = await sql<{ count: number; stored: number; isThere: boolean; hasThumbnail: boolean }>`
    select (select count(*)::int from attachment where task_id = ${taskId} and deleted_at is null) as count,
      ${bytesOfProject(projectId)} as stored,
      exists (select 1 from file where id = ${file.id} for key share) as "isThere",
      exists (select 1 from file_thumbnail where file_id = ${file.id}) as "hasThumbnail"`.execute(tx.em.getKysely());
  const [found] = rows;
  if ((found?.count ?? 0) >= LIMIT.perTask) throw invalid({ file: ATTACHMENTS_FULL });
  if (!found?.isThere) throw notFound('File');
  const { id: fileId, type, size, width, height } = file;
  // Others may have filled the project since the upload began, or its size was unknown.
  if (found.stored + size > LIMIT.projectBytes) throw invalid({ file: PROJECT_FULL });
  return tx.em.create(Attachment, {
    id,
    projectId,
    taskId,
    fileId,
    creatorId: tx.viewer.userId,
    name,
    type,
    size,
    width,
    height,
    hasThumbnail: found.hasThumbnail,
    isCover: false,
    createdAt: tx.now,
    version: 0,
    ...NOT_DELETED,
  });
}

/**
 * Stores a body and attaches it to a task. All checks that do not need the body come first, so that no one uploads a
 * file in vain. Throws CONFLICT if the chosen id exists.
 */
export async function attachFile(
  ctx: Context,
  rawTaskId: unknown,
  raw: unknown,
  { bytes, from, total, read }: StreamedBody,
): Promise<AttachmentRow> {
  const { userId } = requireViewer(ctx);
  const taskId = parseId(rawTaskId);
  const { id: chosen, name } = parse(attachFileSchema, raw);
  await limitCreates(ctx);
  const into = await requireAttachable(ctx, taskId);
  await requireSize(ctx, into, total ?? from + (bytes ?? 0), from);
  const file = await slots.run(userId, async (watch) => {
    const arriving = { uploadId: chosen ?? undefined, from, total, read: () => countSent(ctx, watch(read())) };
    const stored = await storeUpload(ctx, { ...arriving, maxBytes: maxFileBytes(ctx), projectId: into });
    await makeThumbnail(ctx, stored);
    return stored;
  });
  const id = chosen ?? newId();
  // A slow upload has used up its own deadline; the write gets a new one.
  return withDeadline(REQUEST_MS, async () => {
    const attach = (projectId: string) =>
      command<AttachmentRow>(ctx, {
        operation: 'attachFile',
        input: { taskId, id: chosen, name, file: file.id },
        projectIds: [projectId],
        run: async (tx) => {
          // the body may have taken minutes
          await requireLiveAccess(ctx, tx.em);
          return createAttachment(tx, { id, projectId, taskId, name }, file);
        },
        ...createdObject<AttachmentRow>((made) => readAttachment(ctx, made)),
      }).catch(rejectDuplicateId('attachment', async () => withUrls(await readAttachment(ctx, id))));
    const { result } = await retryIfMoved(() => readTaskProjectId(ctx, taskId), attach);
    return ATTACHMENTS.of(result);
  });
}

/** Returns where to upload a file, and how much of it is already stored, after the same checks. */
export async function beginUpload(ctx: Context, raw: unknown): Promise<BeginUploadPayload> {
  const { id, taskId, name, size } = parse(beginUploadSchema, raw);
  const into = await requireAttachable(ctx, taskId);
  const received = id == null ? 0 : await readUploadOffset(ctx.resources.orm, requireViewer(ctx).userId, id);
  await requireSize(ctx, into, size, received);
  const query = new URLSearchParams({ name, ...(id != null && { id }) });
  return { url: `/api/tasks/${taskId}/attachments?${query.toString()}`, received };
}

/** Loads an attachment of a locked project. Throws NOT_FOUND if it is deleted or has moved. */
async function loadAttachment(tx: Tx, projectId: string, id: string): Promise<Attachment> {
  const attachment = await tx.em.findOne(Attachment, { id, projectId, deletedAt: null });
  if (!attachment) throw notFound('Attachment');
  return attachment;
}

/** Renames an attachment of a locked project. Throws CONFLICT if someone else has renamed it since `version`. */
export const applyRename = (
  tx: Tx,
  attachment: Attachment,
  input: v.InferOutput<typeof renameAttachmentSchema>,
): Promise<void> =>
  applyPatch(tx, attachment, attachment.projectId, input, () =>
    conflict('Someone else has renamed this file', withUrls(ATTACHMENTS.of(attachment))),
  );

/** Renames an attachment. Throws CONFLICT if someone else has renamed it since `version`. */
export async function renameAttachment(ctx: Context, rawId: unknown, raw: unknown): Promise<AttachmentWrittenType> {
  const id = parseId(rawId);
  const input = parse(renameAttachmentSchema, raw);
  const rename = ({ projectId }: { projectId: string }) =>
    command<AttachmentRow>(ctx, {
      operation: 'renameAttachment',
      input: { id, ...input },
      projectIds: [projectId],
      run: async (tx) => {
        const attachment = await loadAttachment(tx, projectId, id);
        await applyRename(tx, attachment, input);
        return attachment;
      },
      repeat: () => readAttachment(ctx, id),
    });
  return toAttachmentPayload(await retryIfMoved(() => readAttachmentLocation(ctx, id), rename));
}

export async function deleteAttachment(ctx: Context, rawId: unknown): Promise<DeleteAttachmentPayload> {
  const id = parseId(rawId);
  const remove = async ({ projectId, taskId }: { projectId: string; taskId: string }) => {
    const done = await command(ctx, {
      operation: 'deleteAttachment',
      input: { id },
      projectIds: [projectId],
      run: async (tx) => {
        const attachment = await loadAttachment(tx, projectId, id);
        softDelete(attachment, tx.viewer.userId, tx.revisionOf(projectId), tx.now);
      },
    });
    return { attachmentId: id, taskId, ...pickRevisions(done) };
  };
  return retryIfMoved(() => readAttachmentLocation(ctx, id), remove);
}

/** Creates a URL at which a browser can read an attachment for a minute without a header. */
export async function createFileTicket(ctx: Context, rawId: unknown): Promise<{ url: string; expiresAt: Date }> {
  const viewer = requireViewer(ctx);
  const attachment = await readAttachment(ctx, parseId(rawId));
  const { ticket, expiresAt } = signTicket(ctx.resources, viewer, attachment.id);
  return { url: `${fileUrl(attachment)}?ticket=${ticket}`, expiresAt };
}
