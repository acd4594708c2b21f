import { useMutation } from '@apollo/client/react';
import { undoButton } from '../../sync/client/acts';
import { reportError } from '../../sync/client/errors';
import { waits } from '../../sync/client/links';
import { newId } from '../../sync/client/mutationId';
import { useCurrentUser } from '../account/session/SessionContext';
import { commentsTexts } from '../../texts/comments';
import { notify } from '../../ui/notify';
import { addToTask, removeComment } from './commentCache';
import { AddCommentDocument, DeleteCommentDocument, UpdateCommentDocument } from './CommentWrites.generated';

/** The write: naming it lets it be sent again without being done twice. */
interface NewComment {
  id: string;
  mutationId: string;
  taskId: string;
  projectId: string;
  text: string;
}

/** Says something about a task; it stands there at once. */
export const useAddComment = () => {
  const { id: authorId, firstName, lastName, name, username, avatar } = useCurrentUser();
  const [mutate] = useMutation(AddCommentDocument, {
    update: (cache, { data }) => {
      if (data) addToTask(cache, data.addComment.comment);
    },
  });
  return ({ projectId, ...input }: NewComment) => {
    const now = new Date().toISOString();
    return mutate({
      variables: { input },
      optimisticResponse: {
        addComment: {
          __typename: 'AddCommentPayload',
          revision: 0,
          revisions: [],
          comment: {
            __typename: 'Comment',
            id: input.id,
            taskId: input.taskId,
            projectId,
            authorId,
            text: input.text,
            version: 0,
            createdAt: now,
            updatedAt: now,
            viewerCanEdit: false,
            viewerCanDelete: false,
            author: { __typename: 'User', id: authorId, firstName, lastName, name, username, avatar },
          },
        },
      },
    });
  };
};

/** Changes what one said. */
export const useUpdateComment = () => {
  const [mutate, state] = useMutation(UpdateCommentDocument);
  const run = (id: string, version: number, text: string) =>
    mutate({ variables: { input: { id, version, text, mutationId: newId() } } });
  return [run, state] as const;
};

/** Deletes a comment, and offers the way back. */
export const useDeleteComment = () => {
  const [mutate] = useMutation(DeleteCommentDocument, {
    update: (cache, { data }) => {
      if (data) removeComment(cache, data.deleteComment.commentId);
    },
  });
  return async (id: string): Promise<void> => {
    const act = newId();
    try {
      const answer = await mutate({ variables: { input: { id, mutationId: act } } });
      if (!waits(answer)) notify.success(commentsTexts.delete.done, undoButton(act));
    } catch (error) {
      reportError(error, { fallback: commentsTexts.delete.failed });
    }
  };
};
