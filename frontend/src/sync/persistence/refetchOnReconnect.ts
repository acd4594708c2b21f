import type { ApolloClient } from '@apollo/client';
import { isTransient } from '../client/errors';
import { onConnectionBack } from '../../lib/connection';
import { MeDocument } from '../../features/account/session/Me.generated';
import { isRestored, markRefetched } from './isRestored';

/**
 * A tab that was opened without a connection shows what was kept. As soon as the server can be asked again, all of that is
 * read again, which also shows whether the session still exists; `retryFailedQueries` repeats what has failed meanwhile.
 * Answers how to stop.
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
        // A failure leaves the shown data.
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
