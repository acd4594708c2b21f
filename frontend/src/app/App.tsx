import { ApolloProvider } from '@apollo/client/react';
import { BrowserRouter } from 'react-router-dom';
import { makeClient } from '../graphql/client';
import { makeLink } from '../graphql/links';
import { expireSession } from '../session/expireSession';
import { SessionProvider } from '../session/SessionProvider';
import { getToken } from '../session/token';
import { Toaster } from '../ui/Toaster';
import { AppRoutes } from './AppRoutes';
import { ErrorBoundary } from './ErrorBoundary';
import { preloadFor } from './pages';

const client = makeClient(makeLink({ getToken, onUnauthenticated: expireSession }));
preloadFor(client, window.location, getToken() !== null);

/** The whole app: the data, who is signed in, the pages, the messages. */
export const App = () => (
  <ApolloProvider client={client}>
    <SessionProvider>
      <ErrorBoundary>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </ErrorBoundary>
      <Toaster />
    </SessionProvider>
  </ApolloProvider>
);
