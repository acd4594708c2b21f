import { useMutation } from '@apollo/client/react';
import { newId } from '../graphql/mutationId';
import { UpdateCommentDocument } from './UpdateComment.generated';

/** Changes what one said. */
export const useUpdateComment = () => {
  const [mutate, state] = useMutation(UpdateCommentDocument);
  const run = (id: string, version: number, text: string) =>
    mutate({ variables: { input: { id, version, text, mutationId: newId() } } });
  return [run, state] as const;
};
