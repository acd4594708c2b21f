import { onConnectionBack } from '../../lib/connection';
import { offlineTexts } from '../../texts/offline';
import { uiTexts } from '../../texts/ui';
import { notify } from '../../ui/notify';
import { unsupportedReason } from './persistedCache';
import { isRestored } from './isRestored';

const NOTICE = 'version';
const LOCK = 'cairn-build ';
const BUILD = /<meta name="build" content="([0-9a-f]{16})"/;
/** A tab that becomes visible after this time checks its version. */
const OLD_MS = 60 * 60_000;
/** A page from the server counts as current for this time. */
const FRESH_MS = 15_000;

/** The build of this page, from the page's HTML. Unknown in development. */
const ownBuild = (): string | undefined => BUILD.exec(document.head.innerHTML)?.[1];

const newestBuild = async (): Promise<string | undefined> => {
  const answer = await fetch('/', { cache: 'no-cache', headers: { accept: 'text/html' } });
  return answer.ok ? BUILD.exec(await answer.text())?.[1] : undefined;
};

/** Activates a waiting worker when no page of an older build is open, because that may still need its files. */
const activateWaiting = async (build: string, { waiting }: ServiceWorkerRegistration): Promise<void> => {
  if (!waiting) return;
  const { held = [] } = await navigator.locks.query();
  const running = held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name] : []));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have this parameter
  if (running.every((name) => name === LOCK + build)) waiting.postMessage(`activate ${build}`);
};

/** The worker stores the app's files, so that it opens without a connection. */
const register = async (build: string): Promise<ServiceWorkerRegistration | undefined> => {
  if (unsupportedReason()) return undefined;
  void navigator.locks.request(LOCK + build, { mode: 'shared' }, () => new Promise(() => undefined));
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  // A browser in which workers are forbidden may not answer at all.
  const takeNext = (): void => void activateWaiting(build, registration).catch(() => undefined);
  registration?.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', takeNext),
  );
  if (registration) takeNext();
  return registration;
};

/**
 * Stores the app on this device, and reports a newer build. Never reloads automatically, because the person may be in
 * the middle of something; drafts survive the reload. Returns a function that stops it.
 */
export const watchVersion = (): (() => void) => {
  const build = ownBuild();
  if (build === undefined) return () => undefined;
  const registration = register(build).catch(() => undefined);
  let announced = build;
  let askedAt = Date.now();
  const isOfServer = !isRestored();

  const ask = async (): Promise<void> => {
    askedAt = Date.now();
    const newest = await newestBuild();
    if (newest === undefined || newest === announced) return;
    announced = newest;
    if (newest === build) {
      notify.dismiss(NOTICE);
      return;
    }
    notify.info(offlineTexts.newVersion, {
      id: NOTICE,
      isLasting: true,
      action: { label: uiTexts.reload, onPress: () => window.location.reload() },
    });
    await (await registration)?.update();
  };
  // A failed check is repeated the next time.
  const askQuietly = (): void => void ask().catch(() => undefined);
  const onVisible = (): void => {
    if (document.visibilityState === 'visible' && Date.now() - askedAt > OLD_MS) askQuietly();
  };
  // After an outage the server may run another build. The first connection belongs to the page itself.
  const stop = onConnectionBack(() => {
    if (!isOfServer || performance.now() > FRESH_MS) askQuietly();
  });
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', onVisible);
  };
};
