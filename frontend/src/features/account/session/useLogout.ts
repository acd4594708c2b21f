import { use } from 'react';
import { useMutation } from '@apollo/client/react';
import { succeeds } from '../../../sync/client/errors';
import { removePersonalValues } from '../../../lib/storage';
import { sessionTexts } from '../../../texts/session';
import { LogoutDocument } from './Logout.generated';
import { SignOutGuardContext } from './signOutGuard';
import { setToken } from './token';

/** Signs out after the server has ended the session; a failure is reported and keeps the person signed in. */
export const useLogout = () => {
  const guard = use(SignOutGuardContext);
  const [mutate, state] = useMutation(LogoutDocument);
  const run = async (): Promise<void> => {
    if (!(await guard.maySignOut())) return;
    if (!(await succeeds(mutate(), sessionTexts.failedToSignOut))) return;
    removePersonalValues();
    await guard.discard();
    setToken(null);
  };
  return [run, state] as const;
};
