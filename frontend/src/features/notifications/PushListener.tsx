import { useEffect, useEffectEvent } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useNavigate } from 'react-router-dom';
import { useCurrentUser } from '../account/session/SessionContext';
import { renewSubscription } from './push';

/** A message of the service worker (frontend/worker/push.ts). */
interface WorkerMessage {
  goTo?: string;
  renewPush?: boolean;
}

/** Opens the link of a browser notification, and keeps the subscription up to date. Renders nothing. */
export const PushListener = () => {
  const client = useApolloClient();
  const { id } = useCurrentUser();
  const navigate = useNavigate();
  const hear = useEffectEvent(({ data, ports }: MessageEvent<WorkerMessage | null>) => {
    if (data?.renewPush) void renewSubscription(client, id).catch(() => undefined);
    if (data?.goTo === undefined) return;
    ports[0]?.postMessage(true);
    void navigate(data.goTo);
  });

  // A failure is retried at the next visit.
  useEffect(() => void renewSubscription(client, id).catch(() => undefined), [client, id]);
  useEffect(() => {
    // Over plain HTTP there is no service worker.
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const onMessage = (event: MessageEvent<WorkerMessage | null>): void => hear(event);
    worker?.addEventListener('message', onMessage);
    worker?.startMessages();
    return () => worker?.removeEventListener('message', onMessage);
  }, []);
  return null;
};
