import { Suspense, useEffect } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { isDataSaverOn, whenIdle } from '../lib/idle';
import { PostLoginRedirect, RedirectIfAuthed, RequireAuth } from '../features/account/session/guards';
import { lastUserId } from '../features/account/session/lastUser';
import { returnToAfterLogin } from '../features/account/session/returnTo';
import { FullScreenSpinner } from '../ui/Spinner';
import { AUTH_ROUTES, Frame, PUBLIC_ROUTES, preloadInside, SignedIn, GALLERY } from './routes';

/** The sign-in pages. Loads the pages behind sign-in while a person types. */
const SignInPages = () => {
  const { state } = useLocation();
  const { pathname } = new URL(returnToAfterLogin(state, lastUserId() ?? ''), window.location.href);
  useEffect(() => {
    if (isDataSaverOn()) return undefined;
    return whenIdle(() => void preloadInside(pathname));
  }, [pathname]);
  return <Outlet />;
};

/** Maps addresses to pages, for visitors and for signed-in people. */
export const AppRoutes = () => (
  <Suspense fallback={<FullScreenSpinner />}>
    <Routes>
      {/* The guard sends visitors on to /login. */}
      <Route index element={<Navigate to="/dashboard" replace />} />
      <Route
        element={
          <RedirectIfAuthed page={<SignInPages />}>
            <SignedIn>
              <PostLoginRedirect />
            </SignedIn>
          </RedirectIfAuthed>
        }
      >
        {AUTH_ROUTES.map(({ path, Component }) => (
          <Route key={path} path={path} element={<Component />} />
        ))}
      </Route>
      {[...PUBLIC_ROUTES, ...GALLERY].map(({ path, Component }) => (
        <Route key={path} path={path} element={<Component />} />
      ))}
      <Route
        path="*"
        element={
          <RequireAuth>
            <SignedIn>
              <Frame />
            </SignedIn>
          </RequireAuth>
        }
      />
    </Routes>
  </Suspense>
);
