import { addCommentSchema, updateCommentSchema } from '../../contract/comments.js';
import { bury, NOT_DELETED } from '../db/tombstone.js';
import { command, leftBy, type Tx, type Written } from '../kernel/command.js';
import type { Context } from '../kernel/context.js';
import { refuseForeignIds } from '../kernel/chosenIds.js';
import { refuseKnownId } from '../kernel/databaseErrors.js';
import { conflict, notFound } from '../kernel/errors.js';
import { newId, parseId } from '../kernel/ids.js';
import { collisions } from '../kernel/merge.js';
import { parse } from '../kernel/parse.js';
import { limitCreates } from '../kernel/rates.js';
import { enforce } from '../projects/project.policy.js';
import { projectOfTask } from '../tasks/task.reads.js';
import { loadForWrite as loadTaskForWrite, wherever } from '../tasks/task.service.js';
import { Comment } from './comment.entity.js';
import { refuseDeleteComment, refuseEditComment } from './comment.policy.js';
import { type CommentRow, COMMENTS, placeOfComment, readComment } from './comment.reads.js';
import type { CommentWrittenType, DeleteCommentPayload } from './comment.types.js';

const written = ({ result, ...left }: Written<CommentRow>): CommentWrittenType => ({
  comment: COMMENTS.of(result),
  ...leftBy(left),
});

type Place = Awaited<ReturnType<typeof placeOfComment>>;

async function loadForWrite(tx: Tx, projectId: string, id: string) {
  const comment = await tx.em.findOne(Comment, { id, projectId, deletedAt: null });
  if (!comment) throw notFound('Comment');
  return { comment, isAuthor: comment.authorId === tx.viewer.userId };
}

/** A new comment of whoever writes. */
export const newComment = (tx: Tx, fields: Pick<Comment, 'id' | 'projectId' | 'taskId' | 'text'>): Comment =>
  tx.em.create(Comment, {
    ...fields,
    authorId: tx.viewer.userId,
    version: 0,
    createdAt: tx.now,
    updatedAt: tx.now,
    ...NOT_DELETED,
  });

/** Comments on a task. Every member may. CONFLICT when the chosen id exists. */
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
      run: async (tx) => {
        // whole, as whoever hears of it hears of the task
        await loadTaskForWrite(tx, projectId, taskId);
        await refuseForeignIds(tx.em, 'comment', [input.id]);
        return newComment(tx, { id, projectId, taskId, text: input.text });
      },
      receipt: (made) => ({ id: made.id }),
      repeat: ({ id: made = '' }) => readComment(ctx, made),
    }).catch(refuseKnownId('comment', () => readComment(ctx, id)));
  return written(await wherever(() => projectOfTask(ctx, taskId), add));
}

/** Changes one's own comment. CONFLICT with the current one when it was changed since `version`. */
export async function updateComment(ctx: Context, rawId: unknown, raw: unknown): Promise<CommentWrittenType> {
  const id = parseId(rawId);
  const { version, text } = parse(updateCommentSchema, raw);
  const update = ({ projectId }: Place) =>
    command<CommentRow>(ctx, {
      operation: 'updateComment',
      input: { id, version, text },
      projectIds: [projectId],
      run: async (tx) => {
        const { comment, isAuthor } = await loadForWrite(tx, projectId, id);
        enforce(refuseEditComment(isAuthor));
        if ((await collisions(tx.em, comment, { text }, version, tx.revisionOf(projectId))).length > 0) {
          throw conflict('This comment was changed elsewhere', COMMENTS.of(comment));
        }
        comment.text = text;
        return comment;
      },
      repeat: () => readComment(ctx, id),
    });
  return written(await wherever(() => placeOfComment(ctx, id), update));
}

/** Deletes a comment: its author, or an OWNER any. */
export async function deleteComment(ctx: Context, rawId: unknown): Promise<DeleteCommentPayload> {
  const id = parseId(rawId);
  const remove = async ({ projectId, taskId }: Place): Promise<DeleteCommentPayload> => {
    const done = await command(ctx, {
      operation: 'deleteComment',
      input: { id },
      projectIds: [projectId],
      run: async (tx) => {
        const { comment, isAuthor } = await loadForWrite(tx, projectId, id);
        enforce(refuseDeleteComment(isAuthor, tx.roleIn(projectId)));
        bury(comment, tx.viewer.userId, tx.revisionOf(projectId), tx.now);
      },
    });
    return { commentId: id, taskId, ...leftBy(done) };
  };
  return wherever(() => placeOfComment(ctx, id), remove);
}
