import { whenIdle } from './idle';
import { loadWords, type WordSet } from './words';

/** How many files are prefetched at once: as many as a browser has connections, and a few milliseconds of the page's thread. */
const MAX_PARALLEL = 6;
/** The maximum wait for files before the next ones. */
const TIMEOUT_MS = 10_000;

/** The addresses of files that the page has requested. */
const requested = new Set<string>();
let listing: string[] | undefined;

/** Returns the addresses of these files, each once, without those that the page has requested. */
const withoutRequested = (files: readonly string[]): string[] => {
  if (requested.size === 0) for (const { href } of document.getElementsByTagName('link')) requested.add(href);
  return [...new Set(files.map((file) => `${window.location.origin}/${file}`))].filter((href) => !requested.has(href));
};

/** Adds links to files, all at once, because each change of the DOM costs time. Returns the links. */
const addLinks = (addresses: readonly string[], rel: 'modulepreload' | 'prefetch'): HTMLLinkElement[] => {
  const links = addresses.map((href) => {
    const link = document.createElement('link');
    const isStyle = href.endsWith('.css');
    link.rel = isStyle ? 'stylesheet' : rel;
    if (!isStyle) link.as = 'script';
    link.crossOrigin = '';
    link.href = href;
    // A prefetched file has low priority, so an import requests it again until it has loaded.
    if (rel === 'prefetch') link.addEventListener('load', () => requested.add(href));
    else requested.add(href);
    return link;
  });
  if (links.length > 0) document.head.append(...links);
  return links;
};

/** The files of the build that contain texts (frontend/vite.config.ts names them), and the set of texts that each needs. */
const WORDS_OF_FILES: readonly [name: string, set: WordSet][] = [
  ['/frame-', 'home'],
  ['/pagesTexts-', 'pages'],
  ['/texts-', 'rest'],
];

/** The files that `evaluate` has tried. */
const evaluated = new Set<string>();

/**
 * Evaluates files, each in a task of its own, because all at once would block a slow phone. The last ones need no others.
 * Ignores a failure, because the import that needs the file reports it.
 */
const evaluate = async (files: readonly string[]): Promise<void> => {
  for (const file of files.toReversed()) {
    if (!file.endsWith('.js') || evaluated.has(file)) continue;
    evaluated.add(file);
    await import(/* @vite-ignore */ `/${file}`).catch(() => undefined);
  }
};

/**
 * Imports a module after the texts that it needs, because the bundler may put any module beside code with texts. Requests
 * the files that it imports at the same time. The build replaces each `import()` by a call of this.
 */
export const importWithFiles = async <Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> => {
  if (listing) {
    listing.push(...files);
    return new Promise<Module>(() => undefined);
  }
  addLinks(withoutRequested(files), 'modulepreload');
  const sets = WORDS_OF_FILES.flatMap(([name, set]) => (files.some((file) => file.includes(name)) ? set : []));
  await loadWords(sets);
  await evaluate(files);
  return load();
};

/** Returns the files that an import needs, without importing it. */
const listFiles = (load: () => unknown): readonly string[] => {
  listing = [];
  void load();
  const files = listing;
  listing = undefined;
  return files;
};

/** Resolves when the file of each link has loaded or failed, or after a while. */
const settled = async (links: readonly HTMLLinkElement[]): Promise<void> => {
  const all = links.map(
    (link) =>
      new Promise((done) => {
        for (const event of ['load', 'error']) link.addEventListener(event, done);
      }),
  );
  await Promise.race([Promise.all(all), new Promise((done) => void setTimeout(done, TIMEOUT_MS))]);
};

/**
 * Prefetches the files of imports that may be needed next, a few at a time and while the page is idle, so that the page
 * keeps its thread, and its requests the connection. They are evaluated when imported; a file that failed is requested
 * again then.
 * @returns when all are fetched, or `isOver`
 */
export const prefetchFiles = async (loads: readonly (() => unknown)[], isOver: () => boolean): Promise<void> => {
  // The names of the files are only known in a build. Safari does not prefetch.
  if (!import.meta.env.PROD || !document.createElement('link').relList.supports('prefetch')) return;
  const addresses = withoutRequested(loads.flatMap(listFiles));
  for (let from = 0; from < addresses.length && !isOver(); from += MAX_PARALLEL) {
    await settled(addLinks(addresses.slice(from, from + MAX_PARALLEL), 'prefetch'));
    await new Promise<void>((done) => void whenIdle(done));
  }
};
