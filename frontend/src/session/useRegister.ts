import { useMutation } from '@apollo/client/react';
import type { RegisterInput } from '@contract/auth';
import { RegisterDocument } from './Register.generated';
import { useEnter } from './useEnter';

/** Registers and signs in; the guards react to the new session. */
export const useRegister = () => {
  const enter = useEnter();
  const [mutate, state] = useMutation(RegisterDocument, { context: { anonymous: true } });
  const run = async (input: RegisterInput): Promise<void> => {
    const { data } = await mutate({ variables: { input } });
    if (data) enter(data.register);
  };
  return [run, state] as const;
};
