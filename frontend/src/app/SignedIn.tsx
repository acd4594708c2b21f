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
import { preloadPage } from './places';

// The frame and the pages' addresses come with it.
export { Layout } from './Layout';
export { preloadPage };

// Of all pages behind sign-in this alone is open to who is deleting their account.
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
  // What this device keeps goes with the sign-in, however that has ended.
  if (getToken() !== null) return;
  void import('../sync/persistence/persistedCache').then(({ clearPersisted }) => clearPersisted());
  void import('../features/notifications/push').then(({ forgetPush }) => forgetPush());
});

/**
 * Asks what the page of an address will ask, as soon as it is known who asks: not before, so that the live feed, which begins
 * where `me` says that projects stand, misses nothing that happens after the page was read.
 */
const askAhead = async (client: ApolloClient, address: Location): Promise<void> => {
  // Who is deleting their account may ask for nothing else.
  const reader = client
    .query({ query: MeDocument })
    .then(({ data }) => (data?.me.deletionAt === null ? data.me.id : undefined));
  for (const question of await firstQueriesOf(address, reader)) prefetchQuery(client, question);
};

// A failure shows when the page itself asks.
if (getToken() !== null) askAhead(client, window.location).catch(() => undefined);

/** What pages behind sign-in are given: the data, and who is signed in. */
export const SignedIn = ({ children }: { children: ReactNode }) => (
  <ApolloProvider client={client}>
    <SessionProvider meanwhile={<DownloadRow />}>{children}</SessionProvider>
  </ApolloProvider>
);
