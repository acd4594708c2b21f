import type { ApolloClient, ApolloLink } from '@apollo/client';
import { onConnectionBack } from '../../lib/connection';
import { failedQueries, queryKey, RETRIED } from './requestTracking';

/** Reads into the cache what no page observes with these variables. A failure is retried like a failure of a page. */
export const readIntoCache = (
  client: ApolloClient,
  { query, variables }: Pick<ApolloLink.Operation, 'query' | 'variables'>,
): void => {
  client.query({ query, variables, fetchPolicy: 'network-only', context: RETRIED }).catch(() => undefined);
};

/**
 * The pauses between repeats. Each is extended at random by up to a half, so that the clients of a busy server do not
 * repeat at the same time.
 */
const PAUSES_MS = [5_000, 10_000, 20_000, 40_000, 60_000];

/**
 * Refetches all visible data that could not be read, because there was no connection or the server was too busy. Does
 * so as soon as the connection is back, and in growing pauses, because a busy server keeps the connection. It covers
 * all queries, so pages need no code for it. Returns a function that stops it.
 */
export const retryFailedQueries = (client: ApolloClient): (() => void) => {
  const readFailed = (): boolean => {
    const pages = [...client.getObservableQueries('active')].filter(({ queryName, variables }) =>
      failedQueries.has(queryKey(queryName, variables)),
    );
    const others = [...failedQueries.values()].filter((operation) => operation.getContext().isRetried);
    // A query that fails again is retried next time. Queries that no page shows any more are dropped.
    failedQueries.clear();
    for (const page of pages) page.refetch().catch(() => undefined);
    for (const operation of others) readIntoCache(client, operation);
    return pages.length + others.length > 0;
  };

  let timer: ReturnType<typeof setTimeout>;
  const wait = (round: number): void => {
    const pause = PAUSES_MS[Math.min(round, PAUSES_MS.length - 1)] ?? 0;
    timer = setTimeout(
      () => {
        const isSeen = document.visibilityState === 'visible' && navigator.onLine;
        wait(isSeen && readFailed() ? round + 1 : 0);
      },
      pause * (1 + Math.random() / 2),
    );
  };
  wait(0);
  const stopListening = onConnectionBack(readFailed);
  return () => {
    clearTimeout(timer);
    stopListening();
  };
};
