/** The addresses of files that the page has requested. */
const asked = new Set<string>();
let listing: string[] | undefined;

/** Adds links to files that the page has not requested, all at once, because each change of the DOM costs time. */
const addLinks = (files: readonly string[], rel: 'modulepreload' | 'prefetch'): void => {
  if (asked.size === 0) for (const { href } of document.getElementsByTagName('link')) asked.add(href);
  const addresses = new Set(files.map((file) => `${window.location.origin}/${file}`));
  const links = [...addresses]
    .filter((href) => !asked.has(href))
    .map((href) => {
      const link = document.createElement('link');
      const isStyle = href.endsWith('.css');
      link.rel = isStyle ? 'stylesheet' : rel;
      if (!isStyle) link.as = 'script';
      link.crossOrigin = '';
      link.href = href;
      // A prefetched file has low priority, so an import requests it again until it has loaded.
      if (rel === 'prefetch') link.addEventListener('load', () => asked.add(href));
      else asked.add(href);
      return link;
    });
  if (links.length > 0) document.head.append(...links);
};

/**
 * Imports a module, and requests the files that it imports at the same time. The build replaces each `import()` by a
 * call of this.
 */
export const importWithFiles = <Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> => {
  if (listing) {
    listing.push(...files);
    return new Promise<Module>(() => undefined);
  }
  addLinks(files, 'modulepreload');
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

/**
 * Prefetches the files of imports that may be needed next. They are evaluated when imported; a file that failed is
 * requested again then.
 */
export const prefetchFiles = (loads: readonly (() => unknown)[]): void => {
  // Only the build knows files.
  if (import.meta.env.PROD) addLinks(loads.flatMap(listFiles), 'prefetch');
};
