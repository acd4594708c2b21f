import { useMutation } from '@apollo/client/react';
import { useCurrentUser } from '../session/SessionContext';
import { AddCommentDocument } from './AddComment.generated';
import { addToTask } from './commentCache';

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
  const [mutate, state] = useMutation(AddCommentDocument, {
    update: (cache, { data }) => {
      if (data) addToTask(cache, data.addComment.comment);
    },
  });
  const run = ({ projectId, ...input }: NewComment) => {
    const now = new Date().toISOString();
    return mutate({
      variables: { input },
      optimisticResponse: {
        addComment: {
          __typename: 'AddCommentPayload',
          revision: 0,
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
  return [run, state] as const;
};
