import { affectNewObjects, defineWrite } from '../../../sync/writes/defineWrite';
import { isStored } from '../../../sync/writes/readStored';
import { readTask, readTitle } from '../../tasks/model/readTask';
import { addCommentToTask, writeComment } from '../commentCache';
import { AddCommentDocument } from '../CommentWrites.generated';

export const addComment = defineWrite({
  document: AddCommentDocument,
  show: (layer, { id, taskId, text }, { me, at, isQueued }) => {
    if (!id || !me || isStored(layer, 'Comment', id)) return;
    const { id: authorId, firstName, lastName, name, username, avatar } = me;
    writeComment(layer, {
      __typename: 'Comment',
      id,
      taskId,
      projectId: readTask(layer, taskId)?.projectId ?? '',
      authorId,
      text,
      copiedFrom: null,
      importedFrom: null,
      version: 0,
      createdAt: at,
      updatedAt: at,
      // An edit of a queued comment waits for the comment. A comment that is being sent cannot be edited, because its
      // version is not known yet.
      viewerCanEdit: isQueued,
      viewerCanDelete: isQueued,
      author: { __typename: 'User', id: authorId, firstName, lastName, name, username, avatar },
    });
    addCommentToTask(layer, { id, taskId, createdAt: at });
  },
  apply: (cache, { addComment: { comment } }) => addCommentToTask(cache, comment),
  queue: {
    effect: (input) => affectNewObjects([input], [input.taskId]),
    title: (cache, { taskId }) => readTitle(cache, taskId),
    editable: () => 'text',
    versions: ({ addComment: { comment } }) => ({ [comment.id]: comment.version }),
  },
});
