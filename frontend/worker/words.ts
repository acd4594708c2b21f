declare const self: ServiceWorkerGlobalScope & { __WORDS__: string[] };

/*
 * The words of languages other than English. Nearly everyone reads one language, so a worker keeps only those that are used: the
 * browser's, those that the worker before it kept, and those that a page asks for.
 */

/** The addresses of all files with words. The build puts them in (frontend/precache.ts). */
const FILES = self.__WORDS__;
const PREFIX = 'words-';

const languageOf = (address: string): string => /\/words-([a-z]+(?:-[A-Z]+)?)-/.exec(address)?.[1] ?? '';

const ownCaches = async (): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

/** Whether a language is one of the browser's, whatever its region. */
const isOfBrowser = (language: string): boolean =>
  self.navigator.languages.some((tag) => tag.split('-')[0] === language.split('-')[0]);

/** Stores the catalogues of the language in use, so that the app can start without a network. */
export const keepWords = async (build: string): Promise<void> => {
  const used = new Set(FILES.map(languageOf).filter(isOfBrowser));
  for (const name of await ownCaches()) {
    for (const { url } of await (await caches.open(name)).keys()) used.add(languageOf(url));
  }
  const files = FILES.filter((file) => used.has(languageOf(file)));
  await (await caches.open(PREFIX + build)).addAll(files);
};

/** Removes the words of other builds. */
export const dropOldWords = async (build: string): Promise<void> => {
  const old = (await ownCaches()).filter((name) => name !== PREFIX + build);
  await Promise.all(old.map((name) => caches.delete(name)));
};

export const isWords = (address: string): boolean => FILES.some((file) => address.endsWith(file));

/** Answers with kept words, or fetches and keeps them. */
export const openWords = async (build: string, request: Request): Promise<Response> => {
  const cache = await caches.open(PREFIX + build);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200) await cache.put(request, response.clone());
  return response;
};
