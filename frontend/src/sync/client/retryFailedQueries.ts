import type { ApolloClient } from '@apollo/client';
import { onConnectionBack } from '../../lib/connection';
import { isTransient } from './errors';

/**
 * Asks once more for all that is shown and could not be read for want of a connection, as soon as that is back. For every
 * query in one place, so that no page has to think of it. Answers how to stop.
 */
export const retryFailedQueries = (client: ApolloClient): (() => void) =>
  onConnectionBack(() => {
    for (const query of client.getObservableQueries('active')) {
      // A repeated failure stays as it is until the next time.
      if (isTransient(query.getCurrentResult().error)) query.refetch().catch(() => undefined);
    }
  });
