import { useEffect } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useCurrentUser } from '../../features/account/session/SessionContext';
import { persistCache } from './cachePersistence';
import { refetchOnReconnect } from './refetchOnReconnect';
import { watchVersion } from './version';

/** Keeps the app and what is read in it on this device, while somebody is signed in. Shows nothing itself. */
export const Offline = () => {
  const client = useApolloClient();
  const { id } = useCurrentUser();
  useEffect(() => persistCache(client, id), [client, id]);
  useEffect(() => refetchOnReconnect(client), [client]);
  useEffect(watchVersion, []);
  return null;
};
