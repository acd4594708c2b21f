import { useEffect } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { readAgain } from '../client/readAgain';
import { resumeBulkRun } from '../../features/tasks/bulk/bulkRun';
import { useCurrentUser } from '../../features/account/session/SessionContext';
import { startUndo } from '../undo/undoer';
import { startFeed } from './feed';
import { isLive } from './liveStatus';

/** Keeps what is shown up to date while somebody is signed in. Shows nothing itself. */
export const Live = () => {
  const client = useApolloClient();
  const { id: userId } = useCurrentUser();
  useEffect(() => startFeed(client), [client]);
  useEffect(() => readAgain(client), [client]);
  useEffect(() => startUndo({ client, userId, isLive }), [client, userId]);
  useEffect(() => resumeBulkRun(client), [client]);
  return null;
};
