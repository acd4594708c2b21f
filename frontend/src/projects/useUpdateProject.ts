import { useMutation } from '@apollo/client/react';
import type { UpdateProjectInput } from '../graphql/schema.generated';
import { newId } from '../graphql/mutationId';
import { UpdateProjectDocument } from './UpdateProject.generated';

/** Changes a project. */
export const useUpdateProject = () => {
  const [mutate, state] = useMutation(UpdateProjectDocument);
  const run = (input: UpdateProjectInput) => mutate({ variables: { input: { mutationId: newId(), ...input } } });
  return [run, state] as const;
};
