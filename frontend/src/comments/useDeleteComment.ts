import { useMutation } from '@apollo/client/react';
import { newId } from '../graphql/mutationId';
import { removeComment } from './commentCache';
import { DeleteCommentDocument } from './DeleteComment.generated';

/** Deletes a comment. */
export const useDeleteComment = () => {
  const [mutate, state] = useMutation(DeleteCommentDocument, {
    update: (cache, { data }) => {
      if (data) removeComment(cache, data.deleteComment.commentId);
    },
  });
  const run = (id: string) => mutate({ variables: { input: { id, mutationId: newId() } } });
  return [run, state] as const;
};
