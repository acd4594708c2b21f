import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { placeAfterLogin } from './place';
import { SessionPending } from './SessionPending';
import { useSession } from './SessionContext';

/**
 * Shows the doors to visitors only. Whoever signs in goes on to where they wanted to be; a new account has been nowhere
 * yet, so it begins at the dashboard.
 */
export const RedirectIfAuthed = () => {
  const { token, user } = useSession();
  const { pathname, state } = useLocation();
  if (token === null) return <Outlet />;
  return user ? (
    <Navigate to={placeAfterLogin(pathname === '/register' ? null : state, user.id)} replace />
  ) : (
    <SessionPending />
  );
};
