import { useMutation } from '@apollo/client/react';
import { newId } from '../graphql/mutationId';
import { DeleteProjectDocument } from './DeleteProject.generated';

/** Deletes a project with everything in it. The page that shows it leaves before the cache forgets it. */
export const useDeleteProject = () => {
  const [mutate, state] = useMutation(DeleteProjectDocument);
  const run = (id: string) => mutate({ variables: { input: { id, mutationId: newId() } } });
  return [run, state] as const;
};
