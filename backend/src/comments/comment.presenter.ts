import type { CommentRow } from './comment.reads.js';

/** A comment as REST answers one. */
export function presentComment(comment: CommentRow) {
  const { id, projectId, taskId, authorId, text, version, createdAt, updatedAt } = comment;
  return { id, projectId, taskId, authorId, text, version, createdAt, updatedAt };
}
