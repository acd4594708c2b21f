import { useEffect } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { onConnectionBack } from '../../../lib/connection';
import { useStore } from '../../../lib/store';
import { useOutbox } from '../../../sync/outbox/outbox';
import { otherPendingData } from '../../../sync/outbox/signOut';
import { getToken } from '../../account/session/token';
import { discardUploads, pauseUploads, stopOthersUploads, resumeOffline, resumeUploads, uploads } from './uploads';

/** The lock held by the tab that sends the files left by closed pages. */
const LOCK = 'cairn-files';

/** Sends the files that wait on this device, from any page. Renders nothing. */
export const FileUploads = () => {
  const client = useApolloClient();
  const count = useStore(uploads).length;
  useEffect(() => otherPendingData.set({ count, discard: discardUploads }), [count]);
  // Files of a refused task wait until it is sent again, or discarded.
  const hasRefused = useOutbox().queue.some(({ state }) => state === 'refused');
  useEffect(() => {
    if (!hasRefused) resumeOffline(client);
  }, [client, hasRefused]);
  useEffect(() => {
    // This tab may have shown the login page since the last effect.
    stopOthersUploads(client);
    const left = new AbortController();
    // Only one tab at a time; when it is closed, another one continues.
    void navigator.locks
      ?.request(LOCK, { signal: left.signal }, async () => {
        await resumeUploads(client);
        await new Promise((resolve) => left.signal.addEventListener('abort', resolve));
      })
      .catch(() => undefined);
    const stop = onConnectionBack(() => resumeOffline(client));
    return () => {
      left.abort();
      stop();
      // Another tab may have signed out.
      if (getToken() === null) pauseUploads();
    };
  }, [client]);
  return null;
};
