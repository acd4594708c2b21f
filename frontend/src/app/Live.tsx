import { useEffect } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { retryFailedQueries } from '../sync/client/retryFailedQueries';
import { resumeBulkRun } from '../features/tasks/bulk/bulkRun';
import { useCurrentUser } from '../features/account/session/SessionContext';
import { discardLatest } from '../sync/outbox/discard';
import { startUndo } from '../sync/undo/undoer';
import { startFeed } from '../sync/feed/feed';
import { isLive } from '../sync/feed/liveStatus';
import { FEED_REACTIONS } from './reactions';

/** Runs the change feed while a person is signed in. Renders nothing. */
export const Live = () => {
  const client = useApolloClient();
  const { id: userId } = useCurrentUser();
  useEffect(() => startFeed(client, FEED_REACTIONS), [client]);
  useEffect(() => retryFailedQueries(client), [client]);
  useEffect(() => startUndo({ client, userId, isLive, discardLatest }), [client, userId]);
  useEffect(() => resumeBulkRun(client), [client]);
  return null;
};
