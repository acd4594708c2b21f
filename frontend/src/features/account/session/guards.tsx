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

/** Shows sign-in pages to visitors only; signed-in people get the page behind them. */
export const RedirectIfAuthed = ({ door, children }: { door: ReactNode; children: ReactNode }) =>
  useIsSignedIn() ? children : door;

/**
 * Redirects after sign-in to the page that was requested; a new account requested none yet, so it begins at the dashboard.
 */
export const LeadOn = () => {
  const { id } = useCurrentUser();
  const { pathname, state } = useLocation();
  return <Navigate to={returnToAfterLogin(pathname === '/register' ? null : state, id)} replace />;
};
