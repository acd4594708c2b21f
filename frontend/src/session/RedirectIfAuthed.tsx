import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { placeAfterLogin } from './place';
import { SessionPending } from './SessionPending';
import { useSession } from './SessionContext';

/** Shows the doors to visitors only; somebody signed in goes on to where they wanted to be. */
export const RedirectIfAuthed = () => {
  const { token, user } = useSession();
  const location = useLocation();
  if (token === null) return <Outlet />;
  return user ? <Navigate to={placeAfterLogin(location.state, user.id)} replace /> : <SessionPending />;
};
