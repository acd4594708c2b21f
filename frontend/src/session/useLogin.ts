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
    if (data) enter(data.login);
  };
  return [run, state] as const;
};
