import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { RedirectIfAuthed } from '../session/RedirectIfAuthed';
import { RequireAuth } from '../session/RequireAuth';
import { FullScreenSpinner } from '../ui/Spinner';
import { DOORS, FRAME, OPEN_PAGES, PAGES, WORKSHOP } from './pages';

/** Which page an address shows, and to whom. */
export const AppRoutes = () => (
  <Suspense fallback={<FullScreenSpinner />}>
    <Routes>
      {/* The guard sends visitors on to /login. */}
      <Route index element={<Navigate to="/dashboard" replace />} />
      <Route element={<RedirectIfAuthed />}>
        {DOORS.map(({ path, Component }) => (
          <Route key={path} path={path} element={<Component />} />
        ))}
      </Route>
      <Route element={<RequireAuth />}>
        <Route element={<FRAME.Component />}>
          {PAGES.map(({ path, Component }) => (
            <Route key={path} path={path} element={<Component />} />
          ))}
        </Route>
      </Route>
      {[...OPEN_PAGES, ...WORKSHOP].map(({ path, Component }) => (
        <Route key={path} path={path} element={<Component />} />
      ))}
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  </Suspense>
);
