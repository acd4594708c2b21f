import { useSyncExternalStore, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { returnToAfterLogin, rememberReturnTo } from './returnTo';
import { useCurrentUser } from './SessionContext';
import { getToken, subscribeToToken } from './token';

/** Is somebody signed in, in whatever tab? */
export const useIsSignedIn = (): boolean => useSyncExternalStore(subscribeToToken, getToken) !== null;

/** Lets signed-in people through; everybody else signs in first and then comes back to the place asked for. */
export const RequireAuth = ({ children }: { children: ReactNode }) => {
  const isSignedIn = useIsSignedIn();
  const location = useLocation();
  return isSignedIn ? children : <Navigate to="/login" replace state={rememberReturnTo(location)} />;
};

/** Shows the doors to visitors only; for others there is what stands inside. */
export const RedirectIfAuthed = ({ door, children }: { door: ReactNode; children: ReactNode }) =>
  useIsSignedIn() ? children : door;

/**
 * Leads whoever has signed in to where they wanted to be; a new account has been nowhere yet, so it begins at the dashboard.
 */
export const LeadOn = () => {
  const { id } = useCurrentUser();
  const { pathname, state } = useLocation();
  return <Navigate to={returnToAfterLogin(pathname === '/register' ? null : state, id)} replace />;
};
