import type { ApolloClient } from '@apollo/client';
import { onConnectionBack } from '../../lib/connection';
import { isTransient } from './errors';

/**
 * Refetches all visible data that could not be read without a connection, as soon as the connection is back. In one
 * place for all queries, so that pages need no code for it. Returns a function that stops it.
 */
export const retryFailedQueries = (client: ApolloClient): (() => void) =>
  onConnectionBack(() => {
    for (const query of client.getObservableQueries('active')) {
      // A repeated failure waits for the next time.
      if (isTransient(query.getCurrentResult().error)) query.refetch().catch(() => undefined);
    }
  });
