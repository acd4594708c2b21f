import type { ReactNode } from 'react';
import { ApolloProvider } from '@apollo/client/react';
import { makeClient } from '../graphql/client';
import { makeLink } from '../graphql/links';
import { clearAfterSignIn, SessionProvider } from '../session/SessionProvider';
import { expireSession, getToken } from '../session/token';

const client = makeClient(makeLink({ getToken, onUnauthenticated: expireSession }));
clearAfterSignIn(client);

/** What pages behind sign-in are given: the data, and who is signed in. */
export const SignedIn = ({ children }: { children: ReactNode }) => (
  <ApolloProvider client={client}>
    <SessionProvider>{children}</SessionProvider>
  </ApolloProvider>
);
