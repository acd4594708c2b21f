import type { ApolloClient } from '@apollo/client';
import { readStoredJson, writeStored, writeStoredJson } from '../../lib/storage';
import { newId } from '../../sync/client/mutationId';
import { isInstalled } from '../../sync/persistence/install';
import { PushKeyDocument, SubscribePushDocument, UnsubscribePushDocument } from './Push.generated';

/** Why this browser can't receive pushes while the app is closed; null if it can. */
export type PushObstacle = 'insecure' | 'unsupported' | 'install' | 'blocked';

/** The subscription that is stored on the server, until the person who created it signs out. */
interface StoredSubscription {
  userId: string;
  /** The id of the subscription on the server. */
  id: string;
  endpoint: string;
  at: number;
}

/** The server may have lost it, for example by a restore, so it is sent again once a day. */
const FRESH_MS = 24 * 60 * 60_000;

const TIMEOUT_MS = 20_000;

const remembered = (): StoredSubscription | null => readStoredJson('push') as StoredSubscription | null;

const remember = (subscribed: StoredSubscription | null): void => {
  if (subscribed) writeStoredJson('push', subscribed);
  else writeStored('push', null);
};

const isApple = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** Why this browser can't get pushes, as far as is known without a permission prompt. */
export const findPushObstacle = (): PushObstacle | null => {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    // On iOS, only installed apps support it.
    return isApple() && !isInstalled() ? 'install' : 'unsupported';
  }
  return Notification.permission === 'denied' ? 'blocked' : null;
};

const findSubscription = async (): Promise<PushSubscription | null> => {
  if (!('serviceWorker' in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
};

/** Whether this person receives pushes in this browser. */
export const isPushed = async (userId: string): Promise<boolean> =>
  findPushObstacle() === null && remembered()?.userId === userId && (await findSubscription()) !== null;

const hasKey = (subscription: PushSubscription, key: Uint8Array): boolean => {
  const { applicationServerKey } = subscription.options;
  if (!applicationServerKey) return false;
  const own = new Uint8Array(applicationServerKey);
  return own.length === key.length && own.every((byte, at) => byte === key[at]);
};

const decodeKey = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.codePointAt(0) ?? 0);

/** Subscribes this browser with the server's key, again if the key has changed, and sends the subscription to the server. */
const subscribe = async (client: ApolloClient, userId: string): Promise<void> => {
  const { data } = await client.query({ query: PushKeyDocument, fetchPolicy: 'no-cache' });
  if (!data) throw new Error('The server has no key');
  const key = decodeKey(data.pushKey);
  // A person who saves data may not have registered the worker yet.
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const { pushManager } = await navigator.serviceWorker.ready;
  let subscription = await pushManager.getSubscription();
  if (subscription && !hasKey(subscription, key)) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  const input = {
    endpoint: endpoint ?? '',
    p256dh: keys?.['p256dh'] ?? '',
    auth: keys?.['auth'] ?? '',
    mutationId: newId(),
  };
  const answer = await client.mutate({ mutation: SubscribePushDocument, variables: { input } });
  const id = answer.data?.subscribePush.pushSubscriptionId;
  if (id !== undefined) remember({ userId, id, endpoint: input.endpoint, at: Date.now() });
};

/** Rejects after a time, because workers and push services may never answer. */
const withTimeout = (deed: Promise<void>): Promise<void> =>
  Promise.race([
    deed,
    new Promise<never>((_, failed) => {
      setTimeout(() => failed(new Error('Nothing answers')), TIMEOUT_MS);
    }),
  ]);

/** Turns pushes on for this person in this browser, which asks for permission. Returns the reason if it fails. */
export const turnPushOn = async (client: ApolloClient, userId: string): Promise<PushObstacle | null> => {
  const permission = await Notification.requestPermission();
  if (permission === 'granted') await withTimeout(subscribe(client, userId));
  return findPushObstacle();
};

/** Turns pushes off in this browser. If the server can't be reached, the subscription ends with the session. */
export const unsubscribePush = async (): Promise<void> => {
  remember(null);
  try {
    await (await findSubscription())?.unsubscribe();
  } catch {
    // The browser's push service refuses later messages.
  }
};

/** Turns pushes off for this person in this browser. */
export const turnPushOff = async (client: ApolloClient): Promise<void> => {
  const known = remembered();
  await unsubscribePush();
  if (known) {
    const input = { id: known.id, mutationId: newId() };
    // The server deletes an ended subscription when it next sends something.
    await client.mutate({ mutation: UnsubscribePushDocument, variables: { input } }).catch(() => undefined);
  }
};

/** Keeps a subscription up to date: sends it again if the server may have lost it, and removes another person's. */
export const renewSubscription = async (client: ApolloClient, userId: string): Promise<void> => {
  const known = remembered();
  if (known?.userId !== userId) return unsubscribePush();
  if (findPushObstacle() !== null || Notification.permission !== 'granted') return undefined;
  const subscription = await findSubscription();
  const isFresh = Date.now() - known.at < FRESH_MS;
  if (subscription?.endpoint === known.endpoint && isFresh) return undefined;
  return subscribe(client, userId);
};
