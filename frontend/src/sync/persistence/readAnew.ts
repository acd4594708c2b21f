import type { ApolloClient } from '@apollo/client';
import { isTransient } from '../client/errors';
import { onConnectionBack } from '../../lib/connection';
import { MeDocument } from '../../features/account/session/Me.generated';
import { isFromKept, noteReadAnew } from './opened';

/**
 * A tab that was opened without a connection shows what was kept. As soon as the server can be asked again, all of that is
 * read anew, and it is found out whether this sign-in still is one; what has failed meanwhile is asked for by `readAgain`.
 * Answers how to stop.
 */
export const readAnew = (client: ApolloClient): (() => void) => {
  let isAsking = false;
  const ask = async (): Promise<void> => {
    if (!isFromKept() || isAsking) return;
    isAsking = true;
    try {
      await client.query({ query: MeDocument, fetchPolicy: 'network-only' });
      noteReadAnew();
      for (const query of client.getObservableQueries('active')) {
        // What fails leaves what is shown.
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
