import { BrowserRouter } from 'react-router-dom';
import { Toaster } from '../ui/Toaster';
import { AppRoutes } from './AppRoutes';
import { ErrorBoundary } from './ErrorBoundary';

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
