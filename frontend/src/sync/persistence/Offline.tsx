import { useEffect } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useCurrentUser } from '../../features/account/session/SessionContext';
import { persistCache } from './cachePersistence';
import { refetchOnReconnect } from './refetchOnReconnect';
import { watchVersion } from './version';

/** Stores the app and the visited pages on this device, while a person is signed in. Renders nothing. */
export const Offline = () => {
  const client = useApolloClient();
  const { id } = useCurrentUser();
  useEffect(() => persistCache(client, id), [client, id]);
  useEffect(() => refetchOnReconnect(client), [client]);
  useEffect(watchVersion, []);
  return null;
};
