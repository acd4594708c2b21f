import type { ApolloClient } from '@apollo/client';
import { isTransient } from '../client/errors';
import { onConnectionBack } from '../../lib/connection';
import { MeDocument } from '../../features/account/session/Me.generated';
import { isRestored, markRefetched } from './isRestored';

/**
 * A tab that was opened without a connection shows stored data. As soon as the server can be reached again, this
 * refetches all of it, which also checks whether the session still exists; `retryFailedQueries` repeats queries that
 * have failed meanwhile. Returns a function that stops it.
 */
export const refetchOnReconnect = (client: ApolloClient): (() => void) => {
  let isAsking = false;
  const ask = async (): Promise<void> => {
    if (!isRestored() || isAsking) return;
    isAsking = true;
    try {
      await client.query({ query: MeDocument, fetchPolicy: 'network-only' });
      markRefetched();
      for (const query of client.getObservableQueries('active')) {
        // After a failure, the visible data stays.
        if (!isTransient(query.getCurrentResult().error)) query.refetch().catch(() => undefined);
      }
    } catch {
      // The next time, then.
    } finally {
      isAsking = false;
    }
  };
  return onConnectionBack(() => void ask());
};
