import { useSyncExternalStore, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { returnToAfterLogin, rememberReturnTo } from './returnTo';
import { useCurrentUser } from './SessionContext';
import { getToken, subscribeToToken } from './token';

/** Whether a person is signed in, in any tab. */
export const useIsSignedIn = (): boolean => useSyncExternalStore(subscribeToToken, getToken) !== null;

/** Lets signed-in people through; others sign in first and then return to the requested page. */
export const RequireAuth = ({ children }: { children: ReactNode }) => {
  const isSignedIn = useIsSignedIn();
  const location = useLocation();
  return isSignedIn ? children : <Navigate to="/login" replace state={rememberReturnTo(location)} />;
};

/** Shows sign-in pages only to visitors; signed-in people are redirected to the page that they wanted. */
export const RedirectIfAuthed = ({ page, children }: { page: ReactNode; children: ReactNode }) =>
  useIsSignedIn() ? children : page;

/** Redirects after sign-in to the requested page. A new account has requested none yet, so it goes to the dashboard. */
export const PostLoginRedirect = () => {
  const { id } = useCurrentUser();
  const { pathname, state } = useLocation();
  return <Navigate to={returnToAfterLogin(pathname === '/register' ? null : state, id)} replace />;
};
