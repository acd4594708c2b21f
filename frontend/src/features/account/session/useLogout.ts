import { useMutation } from '@apollo/client/react';
import { reportError } from '../../../sync/client/errors';
import { removePersonalValues } from '../../../lib/storage';
import { sessionTexts } from '../../../texts/session';
import { LogoutDocument } from './Logout.generated';
import { signOutGuard } from './signOutGuard';
import { setToken } from './token';

/** Signs out once the server has ended the session; a failed call says so and keeps the person signed in. */
export const useLogout = () => {
  const [mutate, state] = useMutation(LogoutDocument);
  const run = async (): Promise<void> => {
    const guard = signOutGuard();
    if (guard && !(await guard.mayLeave())) return;
    try {
      await mutate();
    } catch (error) {
      reportError(error, { fallback: sessionTexts.failedToSignOut });
      return;
    }
    removePersonalValues();
    guard?.left();
    setToken(null);
  };
  return [run, state] as const;
};
