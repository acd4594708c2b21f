import { useMutation } from '@apollo/client/react';
import type { UpdateProfileInput } from '../graphql/schema.generated';
import { newId } from '../graphql/mutationId';
import { UpdateProfileDocument } from './UpdateProfile.generated';

/** Changes fields of one's own profile. */
export const useUpdateProfile = () => {
  const [mutate, state] = useMutation(UpdateProfileDocument);
  const run = (input: UpdateProfileInput) => mutate({ variables: { input: { ...input, mutationId: newId() } } });
  return [run, state] as const;
};
