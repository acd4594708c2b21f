import { ApolloLink, type ApolloClient, Observable } from '@apollo/client';
import type { Unsubscribable } from 'rxjs';
import { isTransient } from '../client/errors';

/**
 * Restores the stored cache. Returns undefined if nothing is stored or it cannot be read; the server's failure is then
 * reported.
 */
const tryToRestore = async (getClient: () => ApolloClient) => {
  try {
    const { restoreCache } = await import('./restoreCache');
    return await restoreCache(getClient().cache);
  } catch {
    return undefined;
  }
};

/**
 * Answers the query `Me` from the stored cache if the server cannot be reached. This also fills the cache, so pages
 * show their stored data while their own requests fail. `Me` is the first query of a page, so the cache has no newer
 * data yet.
 */
export const offlineMeLink = (getClient: () => ApolloClient): ApolloLink =>
  new ApolloLink((operation, forward) =>
    operation.operationName === 'Me'
      ? new Observable((observer) => {
          let asked: Unsubscribable | undefined;
          const answer = async (otherwise: () => void): Promise<void> => {
            const data = await tryToRestore(getClient);
            if (!data) return otherwise();
            observer.next({ data });
            observer.complete();
          };
          const ask = (): void => {
            asked = forward(operation).subscribe({
              next: (result) => observer.next(result),
              complete: () => observer.complete(),
              error: (error) => {
                const fail = (): void => observer.error(error);
                if (isTransient(error)) void answer(fail);
                else fail();
              },
            });
          };
          // If the browser reports that it is offline, there are no retries.
          if (navigator.onLine) ask();
          else void answer(ask);
          return () => asked?.unsubscribe();
        })
      : forward(operation),
  );
