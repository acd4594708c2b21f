import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { rememberPlace } from './place';
import { SessionPending } from './SessionPending';
import { useSession } from './SessionContext';

/** Lets signed-in people through; everybody else signs in first and then comes back to the place asked for. */
export const RequireAuth = () => {
  const { token, user } = useSession();
  const location = useLocation();
  if (token === null) return <Navigate to="/login" replace state={rememberPlace(location)} />;
  return user ? <Outlet /> : <SessionPending />;
};
