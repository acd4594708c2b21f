declare const self: ServiceWorkerGlobalScope;

/** The server's message (backend/src/notifications/push.job.ts). */
interface ServerMessage {
  title: string;
  body: string;
  path: string;
  tag: string | null;
}

const ICON = '/icons/192.png';
/** A tab that does not answer within this time shows no page of the app. */
const ANSWER_MS = 1_000;

/** A place within the app: of another site, none. */
const addressOf = (path: unknown): URL => {
  const { origin } = self.location;
  const address = typeof path === 'string' && URL.canParse(path, origin) ? new URL(path, origin) : new URL(origin);
  return address.origin === origin ? address : new URL(origin);
};

/** Browsers require that each push shows something. */
const show = async (data: PushMessageData | null): Promise<void> => {
  const { title, body, path, tag } = (data?.json() ?? {}) as Partial<ServerMessage>;
  await self.registration.showNotification(title ?? '', {
    body: body ?? '',
    icon: ICON,
    tag: tag ?? '',
    data: { path },
  });
};

/** Asks a tab to open the address by itself, without a page load; returns whether it does. */
const openInTab = (tab: WindowClient, { pathname, search, hash }: URL): Promise<boolean> =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => done(true));
    port1.start();
    setTimeout(() => done(false), ANSWER_MS);
    tab.postMessage({ goTo: pathname + search + hash }, [port2]);
  });

/**
 * Shows a place in the app's tab that was used last, or else in a new one. Other tabs, such as opened files, are not
 * asked: they never answer, and after the wait a browser may no longer allow a new tab.
 */
const open = async (path: unknown, isPage: (address: URL) => boolean): Promise<void> => {
  const address = addressOf(path);
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find(({ url }) => isPage(new URL(url)));
  if (tab) {
    // A browser may forbid it: then the tab stays in the background, and opens the address all the same.
    await tab.focus().catch(() => undefined);
    if (await openInTab(tab, address)) return;
  }
  await self.clients.openWindow(address);
};

/** Shows the server's messages while the app is closed or hidden. `isPage`: whether an address is one of the app. */
export const receivePushes = (isPage: (address: URL) => boolean): void => {
  self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
  self.addEventListener('notificationclick', (event) => {
    const { notification } = event;
    notification.close();
    event.waitUntil(open((notification.data as { path?: unknown } | null)?.path, isPage));
  });
  // Only pages know the signed-in person. An open page, or the next one to open, informs the server.
  self.addEventListener('pushsubscriptionchange', (event) => {
    const tell = async (): Promise<void> => {
      const tabs = await self.clients.matchAll({ type: 'window' });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is a window's
      for (const tab of tabs) tab.postMessage({ renewPush: true });
    };
    event.waitUntil(tell());
  });
};
