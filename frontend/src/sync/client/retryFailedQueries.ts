import type { ApolloClient } from '@apollo/client';
import { onConnectionBack } from '../../lib/connection';
import { isTransient } from './errors';

/** The pauses between repeats, each up to half as long again, so that the people of a busy server do not come together. */
const PAUSES_MS = [5_000, 10_000, 20_000, 40_000, 60_000];

/**
 * Refetches all visible data that could not be read, because there was no connection or the server was too busy: as
 * soon as the connection is back, and in growing pauses, because a busy server keeps the connection. In one place for
 * all queries, so that pages need no code for it. Returns a function that stops it.
 */
export const retryFailedQueries = (client: ApolloClient): (() => void) => {
  const readFailed = (): boolean => {
    const failed = [...client.getObservableQueries('active')].filter((query) =>
      isTransient(query.getCurrentResult().error),
    );
    // A repeated failure waits for the next time.
    for (const query of failed) query.refetch().catch(() => undefined);
    return failed.length > 0;
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
