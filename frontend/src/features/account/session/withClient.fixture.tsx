import type { ReactNode } from 'react';
import type { ApolloClient } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import type { CurrentUserFragment } from './CurrentUser.generated';
import { SessionContext } from './SessionContext';

/** Returns the wrapper of a component or hook that reads through this client, for this viewer. */
export const withClient =
  (client: ApolloClient, viewerId = '') =>
  ({ children }: { children: ReactNode }) => (
    <ApolloProvider client={client}>
      <SessionContext value={{ id: viewerId } as CurrentUserFragment}>{children}</SessionContext>
    </ApolloProvider>
  );
