import { useEffect } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { readAgain } from '../graphql/readAgain';
import { resumeBulkRun } from '../tasks/bulk/bulkRun';
import { startFeed } from './feed';

/** Keeps what is shown up to date while somebody is signed in. Shows nothing itself. */
export const Live = () => {
  const client = useApolloClient();
  useEffect(() => startFeed(client), [client]);
  useEffect(() => readAgain(client), [client]);
  useEffect(() => resumeBulkRun(client), [client]);
  return null;
};
