import { PrecacheController, type PrecacheEntry } from 'workbox-precaching';
import { receivePushes } from './push';
import { dropOldWords, isWords, keepWords, openWords } from './words';

declare const self: ServiceWorkerGlobalScope;

/** The page of every address, as it was when this worker was installed. */
const PAGE = '/';
/** Always answered by the server: data, GraphiQL, the documentation, people's pictures, files of tasks, shared links, probes. */
const OF_THE_SERVER = /^\/(?:api|graphql|avatars|files|healthz|readyz|assets|s)(?:\/|$)/;

/** Whether a proxy answered for a server that it can't reach, as in the app (sync/client/errors.ts). */
const isGatewayError = (status: number): boolean =>
  (status >= 502 && status <= 504) || (status >= 520 && status <= 530);

// The build puts them in (frontend/precache.ts).
const files = self.__WB_MANIFEST as PrecacheEntry[];
const build = files.find(({ url }) => url === PAGE)?.revision ?? '';

const precache = new PrecacheController({
  plugins: [
    {
      // If the server already has another build, its page would request files that this worker does not store. The
      // installation then fails, and the browser tries again at the next visit.
      cacheWillUpdate: async ({ request, response }) => {
        if (response.status !== 200) return null;
        if (new URL(request.url).pathname !== PAGE) return response;
        return (await response.clone().text()).includes(build) ? response : null;
      },
    },
  ],
});
precache.addToCacheList(files);

self.addEventListener('install', (event) => {
  void precache.install(event);
  event.waitUntil(keepWords(build));
});
self.addEventListener('activate', (event) => {
  void precache.activate(event);
  event.waitUntil(dropOldWords(build));
  // The request of a page is sent while the worker starts.
  event.waitUntil(self.registration.navigationPreload?.enable());
});

/** Only pages of this build are open, so this worker may replace the previous one. */
self.addEventListener('message', ({ data }) => {
  if (data === `activate ${build}`) void self.skipWaiting();
});

const isPage = ({ pathname }: URL): boolean => !OF_THE_SERVER.test(pathname) && !/\.[^/]*$/.test(pathname);

const fromNetwork = async ({ preloadResponse, request }: FetchEvent): Promise<Response> =>
  ((await preloadResponse) as Response | undefined) ?? fetch(request);

/** The server's page; without a network, the stored one. */
const openPage = async (event: FetchEvent): Promise<Response> => {
  try {
    const response = await fromNetwork(event);
    if (!isGatewayError(response.status)) return response;
    return (await precache.matchPrecache(PAGE)) ?? response;
  } catch (error) {
    const kept = await precache.matchPrecache(PAGE);
    if (!kept) throw error;
    return kept;
  }
};

/** A file that never changes under its name. */
const openAsset = async (address: string, request: Request): Promise<Response> =>
  (await precache.matchPrecache(address)) ?? fetch(request);

/** A file that changes under its name: a page from the network must not meet one of an older build. */
const openFile = async (address: string, request: Request): Promise<Response> => {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await precache.matchPrecache(address);
    if (!kept) throw error;
    return kept;
  }
};

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    event.respondWith(isPage(url) ? openPage(event) : fromNetwork(event));
    return;
  }
  const address = url.origin + url.pathname;
  if (isWords(address)) {
    event.respondWith(openWords(build, request));
    return;
  }
  if (url.pathname === PAGE || !precache.getCacheKeyForURL(address)) return;
  event.respondWith(url.pathname.startsWith('/assets/') ? openAsset(address, request) : openFile(address, request));
});

receivePushes(isPage);
