import { addCommentSchema, updateCommentSchema } from '../../contract/comments.js';
import { softDelete, NOT_DELETED } from '../platform/database/softDelete.js';
import { toPayload, command, pickRevisions, type Tx } from '../write/command.js';
import { createdObject } from '../write/created.js';
import type { Context } from '../request/context.js';
import { requireUnusedIds } from '../write/chosenIds.js';
import { rejectDuplicateId } from '../platform/database/databaseErrors.js';
import { conflict, notFound } from '../platform/lib/errors.js';
import { newId, parseId } from '../platform/lib/ids.js';
import { applyPatch } from '../write/merge.js';
import { parse } from '../platform/lib/parse.js';
import { limitCreates } from '../request/rates.js';
import { enforce } from '../projects/project.policy.js';
import { readTaskProjectId } from '../tasks/task.reads.js';
import { loadForWrite as loadTaskForWrite, retryIfMoved } from '../tasks/task.service.js';
import { Comment } from './comment.entity.js';
import { refuseDeleteComment, refuseEditComment } from './comment.policy.js';
import { type CommentRow, COMMENTS, readCommentLocation, readComment } from './comment.reads.js';
import type { CommentWrittenType, DeleteCommentPayload } from './comment.types.js';

const toCommentPayload = toPayload('comment', COMMENTS);

type CommentLocation = Awaited<ReturnType<typeof readCommentLocation>>;

async function loadForWrite(tx: Tx, projectId: string, id: string) {
  const comment = await tx.em.findOne(Comment, { id, projectId, deletedAt: null });
  if (!comment) throw notFound('Comment');
  return { comment, isAuthor: comment.authorId === tx.viewer.userId };
}

export const newComment = (tx: Tx, fields: Pick<Comment, 'id' | 'projectId' | 'taskId' | 'text'>): Comment =>
  tx.em.create(Comment, {
    ...fields,
    authorId: tx.viewer.userId,
    copiedAuthorId: null,
    copiedAt: null,
    copiedFrom: null,
    importedFrom: null,
    version: 0,
    createdAt: tx.now,
    updatedAt: tx.now,
    ...NOT_DELETED,
  });

/** Adds a comment to a task. Throws CONFLICT if the chosen id exists. */
export async function addComment(ctx: Context, rawTaskId: unknown, raw: unknown): Promise<CommentWrittenType> {
  const taskId = parseId(rawTaskId);
  const input = parse(addCommentSchema, raw);
  await limitCreates(ctx);
  const id = input.id ?? newId();
  const add = (projectId: string) =>
    command<CommentRow>(ctx, {
      operation: 'addComment',
      input: { taskId, ...input },
      projectIds: [projectId],
      needs: 'COMMENTER',
      run: async (tx) => {
        // Loads the whole task, as notifications about the comment name it.
        await loadTaskForWrite(tx, projectId, taskId);
        await requireUnusedIds(tx.em, 'comment', [input.id]);
        return newComment(tx, { id, projectId, taskId, text: input.text });
      },
      ...createdObject<CommentRow>((made) => readComment(ctx, made)),
    }).catch(rejectDuplicateId('comment', () => readComment(ctx, id)));
  return toCommentPayload(await retryIfMoved(() => readTaskProjectId(ctx, taskId), add));
}

/** Changes the viewer's own comment. Throws CONFLICT with the current one if it was changed since `version`. */
export async function updateComment(ctx: Context, rawId: unknown, raw: unknown): Promise<CommentWrittenType> {
  const id = parseId(rawId);
  const { version, ...fields } = parse(updateCommentSchema, raw);
  // The version comes first, because 0.3.0 hashes inputs in this order.
  const patch = { version, ...fields };
  const update = ({ projectId }: CommentLocation) =>
    command<CommentRow>(ctx, {
      operation: 'updateComment',
      input: { id, ...patch },
      projectIds: [projectId],
      needs: 'COMMENTER',
      run: async (tx) => {
        const { comment, isAuthor } = await loadForWrite(tx, projectId, id);
        enforce(refuseEditComment(isAuthor));
        await applyPatch(tx, comment, projectId, patch, () =>
          conflict('This comment was changed elsewhere', COMMENTS.of(comment)),
        );
        return comment;
      },
      repeat: () => readComment(ctx, id),
    });
  return toCommentPayload(await retryIfMoved(() => readCommentLocation(ctx, id), update));
}

export async function deleteComment(ctx: Context, rawId: unknown): Promise<DeleteCommentPayload> {
  const id = parseId(rawId);
  const remove = async ({ projectId, taskId }: CommentLocation): Promise<DeleteCommentPayload> => {
    const done = await command(ctx, {
      operation: 'deleteComment',
      input: { id },
      projectIds: [projectId],
      needs: 'COMMENTER',
      run: async (tx) => {
        const { comment, isAuthor } = await loadForWrite(tx, projectId, id);
        enforce(refuseDeleteComment(isAuthor, tx.roleIn(projectId)));
        softDelete(comment, tx.viewer.userId, tx.revisionOf(projectId), tx.now);
      },
    });
    return { commentId: id, taskId, ...pickRevisions(done) };
  };
  return retryIfMoved(() => readCommentLocation(ctx, id), remove);
}
