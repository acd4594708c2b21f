import { useMutation } from '@apollo/client/react';
import { ForgotPasswordDocument } from './ForgotPassword.generated';

/** Asks for a mail with a way back in; answers what the server says to the person. */
export const useForgotPassword = () => {
  const [mutate, state] = useMutation(ForgotPasswordDocument, { context: { anonymous: true } });
  const run = async (email: string): Promise<string> => {
    const { data } = await mutate({ variables: { input: { email } } });
    return data?.forgotPassword.message ?? '';
  };
  return [run, state] as const;
};
