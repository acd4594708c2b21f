import { useMutation } from '@apollo/client/react';
import type { ChangePasswordInput } from '../graphql/schema.generated';
import { ChangePasswordDocument } from './ChangePassword.generated';

/** Replaces the password. Without an id for repeats: sent twice, the second would find the old password gone. */
export const useChangePassword = () => {
  const [mutate, state] = useMutation(ChangePasswordDocument);
  const run = (input: ChangePasswordInput) => mutate({ variables: { input } });
  return [run, state] as const;
};
