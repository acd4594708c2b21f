import { BrowserRouter } from 'react-router-dom';
import { getToken } from '../features/account/session/token';
import { Toaster } from '../ui/Toaster';
import { AppRoutes } from './AppRoutes';
import { ErrorBoundary } from './ErrorBoundary';
import { preloadFor } from './routes';

preloadFor(window.location.pathname, getToken() !== null);

/** The whole app: the pages, the messages. */
export const App = () => (
  <>
    <ErrorBoundary>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </ErrorBoundary>
    <Toaster />
  </>
);
