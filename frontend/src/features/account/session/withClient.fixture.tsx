import { ApolloLink, type ApolloClient } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { makeClient } from '../../../sync/client/client';
import type { CurrentUserFragment } from './CurrentUser.generated';
import { SessionContext } from './SessionContext';

/** Returns the wrapper of a component or hook that uses a client, or the answers of a link, for this viewer. */
export const withClient = (source: ApolloLink | ApolloClient, viewer: object = { id: '' }) => {
  const client = source instanceof ApolloLink ? makeClient(source) : source;
  return ({ children }: { children: ReactNode }) => (
    <ApolloProvider client={client}>
      <SessionContext value={viewer as CurrentUserFragment}>{children}</SessionContext>
    </ApolloProvider>
  );
};
