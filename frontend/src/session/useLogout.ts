import { useMutation } from '@apollo/client/react';
import { reportError } from '../graphql/errors';
import { forgetPerson } from '../lib/forgetPerson';
import { sessionTexts } from '../texts/session';
import { LogoutDocument } from './Logout.generated';
import { setToken } from './token';

/** Signs out once the server has ended the session; a failed call says so and keeps the person signed in. */
export const useLogout = () => {
  const [mutate, state] = useMutation(LogoutDocument);
  const run = async (): Promise<void> => {
    try {
      await mutate();
    } catch (error) {
      reportError(error, { fallback: sessionTexts.failedToSignOut });
      return;
    }
    forgetPerson();
    setToken(null);
  };
  return [run, state] as const;
};
