import { useMutation } from '@apollo/client/react';
import { ResetPasswordDocument } from './ResetPassword.generated';
import { setToken } from './token';

/** Sets a new password by the token of a mail; answers what the server says to the person. */
export const useResetPassword = () => {
  const [mutate, state] = useMutation(ResetPasswordDocument, { context: { anonymous: true } });
  const run = async (token: string, password: string): Promise<string> => {
    const { data } = await mutate({ variables: { input: { token, password } } });
    // Every sign-in with the old password has ended, the one of this browser included.
    setToken(null);
    return data?.resetPassword.message ?? '';
  };
  return [run, state] as const;
};
