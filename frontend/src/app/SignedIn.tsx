import type { ReactNode } from 'react';
import { ApolloLink, type ApolloClient } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { from, switchMap } from 'rxjs';
import { makeClient } from '../sync/client/client';
import { makeLink, type OutboxLink } from '../sync/client/links';
import { prefetchQuery } from '../sync/client/requestTracking';
import { offlineMeLink } from '../sync/persistence/offlineMeLink';
import { MeDocument } from '../features/account/session/Me.generated';
import { clearAfterSignIn, SessionProvider } from '../features/account/session/SessionProvider';
import { expireSession, getToken, subscribeToToken } from '../features/account/session/token';
import { ALL_WORDS, loadWords } from '../lib/words';
import { lazyComponent } from '../ui/lazyComponent';
import { firstQueriesOf } from './firstQueries';
import { fetchPage } from './places';

// Exported here to put the frame into the same file as the addresses of pages.
export { Layout } from './Layout';
export { fetchPage };

// The only page behind sign-in that people who are deleting their account may open.
const DownloadRow = lazyComponent(() => import('../features/account/settings/DownloadRow'), 'DownloadRow');

/** Without the outbox's code, which may fail to load, writes fail when there is no connection. */
const loadOutboxLink = async () => {
  await loadWords(ALL_WORDS);
  return import('./outboxLink');
};
const outboxLink: OutboxLink = (operation, forward) =>
  from(loadOutboxLink().catch(() => null)).pipe(
    switchMap((code) => (code ? code.outboxLink(operation, forward) : forward(operation))),
  );

const client = makeClient(
  ApolloLink.from([offlineMeLink(() => client), makeLink({ getToken, onUnauthenticated: expireSession, outboxLink })]),
);
clearAfterSignIn(client);
subscribeToToken(() => {
  // Data on this device is removed when the session ends, for whatever reason.
  if (getToken() !== null) return;
  void import('../sync/persistence/persistedCache').then(({ clearPersisted }) => clearPersisted());
  void import('../features/notifications/push').then(({ unsubscribePush }) => unsubscribePush());
});

/**
 * Sends the queries of the page at an address once `me` is answered. The queries have to wait because the live feed
 * begins at the positions in `me`: a page that was read earlier would miss the changes in between.
 */
const prefetchPage = async (client: ApolloClient, address: Location): Promise<void> => {
  // People who are deleting their account may send no other query.
  const reader = client
    .query({ query: MeDocument })
    .then(({ data }) => (data?.me.deletionAt === null ? data.me.id : undefined));
  for (const question of await firstQueriesOf(address, reader)) prefetchQuery(client, question);
};

// In a task of its own, because evaluating this file and asking would together block a slow phone. Ignores a failure,
// because the page repeats the query and reports it.
if (getToken() !== null) setTimeout(() => void prefetchPage(client, window.location).catch(() => undefined));

/** Provides pages behind sign-in with data and the signed-in person. */
export const SignedIn = ({ children }: { children: ReactNode }) => (
  <ApolloProvider client={client}>
    <SessionProvider meanwhile={<DownloadRow />}>{children}</SessionProvider>
  </ApolloProvider>
);
