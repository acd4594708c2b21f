import { ApolloLink, type ApolloClient, Observable } from '@apollo/client';
import type { Unsubscribable } from 'rxjs';
import { isTransient } from '../client/errors';

/** Why the server did not answer stays what is said, also where nothing is kept or it cannot be read. */
const kept = (getClient: () => ApolloClient) =>
  import('./restoreCache').then(({ restoreCache }) => restoreCache(getClient().cache)).catch(() => undefined);

/**
 * Where the server cannot be asked who is signed in, this device answers, if it has kept what that person read: then all of
 * it is in the cache, and pages show it while their own requests fail. It is asked before anything is known, or not at all.
 */
export const offlineMeLink = (getClient: () => ApolloClient): ApolloLink =>
  new ApolloLink((operation, forward) =>
    operation.operationName === 'Me'
      ? new Observable((observer) => {
          let asked: Unsubscribable | undefined;
          const answer = async (otherwise: () => void): Promise<void> => {
            const data = await kept(getClient);
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
          // What the browser knows need not be tried three times.
          if (navigator.onLine) ask();
          else void answer(ask);
          return () => asked?.unsubscribe();
        })
      : forward(operation),
  );
