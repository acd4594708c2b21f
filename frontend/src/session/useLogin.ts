import { useMutation } from '@apollo/client/react';
import type { LoginInput } from '@contract/auth';
import { LoginDocument } from './Login.generated';
import { useEnter } from './useEnter';

/** Signs in; the guards react to the new session. */
export const useLogin = () => {
  const enter = useEnter();
  const [mutate, state] = useMutation(LoginDocument, { context: { anonymous: true } });
  const run = async (input: LoginInput): Promise<void> => {
    const { data } = await mutate({ variables: { input } });
    if (!data) return;
    const { user, tokens } = data.login;
    // Where two-factor is on, the server waits for a code.
    if (!user || !tokens) throw new Error('A second factor is asked');
    enter({ user, tokens });
  };
  return [run, state] as const;
};
