import { ApolloLink, type ApolloClient, Observable } from '@apollo/client';
import { isTransient } from '../graphql/errors';
import { MeDocument } from '../session/Me.generated';
import { noteOpened } from './opened';

/**
 * Where the server cannot be asked who is signed in, this device answers, if it has kept what that person read: then all of
 * it is in the cache, and pages show it while their own requests fail. It is asked once, before anything is known.
 */
export const answerKept = (getClient: () => ApolloClient): ApolloLink =>
  new ApolloLink((operation, forward) => {
    const answer = forward(operation);
    if (operation.operationName !== 'Me') return answer;
    return new Observable((observer) => {
      const open = async (error: unknown): Promise<void> => {
        const { cache } = getClient();
        const isKnown = cache.readQuery({ query: MeDocument }) !== null;
        if (!isKnown && isTransient(error)) {
          const { openKept } = await import('./openKept');
          const data = await openKept(cache);
          if (data) {
            noteOpened();
            observer.next({ data });
            observer.complete();
            return;
          }
        }
        observer.error(error);
      };
      return answer.subscribe({
        next: (result) => observer.next(result),
        complete: () => observer.complete(),
        error: (error) => {
          // What keeps it may fail as well; what is said is why the server did not answer.
          open(error).catch(() => observer.error(error));
        },
      });
    });
  });
