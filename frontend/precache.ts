import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const WORKER = 'sw.js';
const PAGE = 'index.html';
const MANIFEST = 'self.__WB_MANIFEST';
const WORDS = 'self.__WORDS__';
const BUILD = '__BUILD__';
/** Files of the public folder that are stored for use without a network. robots.txt is not one of them. */
const BESIDE = /\.(?:js|svg|webmanifest|png)$/;

interface Entry {
  url: string;
  /** The revision of a file whose name stays the same when it changes. */
  revision: string | null;
}

const hashOf = (...parts: (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 16);
};

/** All files that the app may load, now or later. GraphiQL is excluded: it is a separate page, and large. */
const filesOfApp = (bundle: Rolldown.OutputBundle): string[] => {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${PAGE}`));
  if (!entry) throw new Error(`${PAGE} has no chunk.`);
  // Texts of other languages are stored when a page requests them (worker/words.ts).
  const english = chunks.flatMap(({ fileName }) => (fileName.startsWith('assets/words-en-') ? fileName : []));
  const seen = new Set([entry.fileName, ...english]);
  const assets = new Set<string>();
  for (const name of seen) {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    for (const next of [...(chunk?.imports ?? []), ...(chunk?.dynamicImports ?? [])]) seen.add(next);
    const { importedCss = [], importedAssets = [] } = chunk?.viteMetadata ?? {};
    for (const asset of [...importedCss, ...importedAssets]) assets.add(asset);
  }
  return [...seen, ...assets];
};

const filesBeside = (folder: string): Entry[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && BESIDE.test(file.name))
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .map((file) => ({
      url: `/${path.relative(folder, file).replaceAll(path.sep, '/')}`,
      revision: hashOf(readFileSync(file)),
    }))
    .toSorted((one, other) => (one.url < other.url ? -1 : 1));

/**
 * Gives the service worker the list of files to store, and the page and the worker the name of their build. These lines
 * replace workbox's `injectManifest`, because the worker is built with the app and only the bundler knows what the app
 * may load.
 */
export const precache = (publicDir: string): Plugin => ({
  name: 'precache',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      const [worker, page] = [bundle[WORKER], bundle[PAGE]];
      if (worker?.type !== 'chunk' || page?.type !== 'asset')
        throw new Error('The app has lost its worker or its page.');
      if (worker.imports.length > 0)
        throw new Error(`${WORKER} runs alone: it cannot import ${worker.imports.join()}.`);
      const html = String(page.source);
      if (!html.includes(BUILD) || !worker.code.includes(MANIFEST) || !worker.code.includes(WORDS))
        throw new Error('Nothing to put the build in.');
      const files: Entry[] = [
        ...filesOfApp(bundle).map((file) => ({ url: `/${file}`, revision: null })),
        ...filesBeside(publicDir),
      ];
      const build = hashOf(html, worker.code, JSON.stringify(files));
      page.source = html.replaceAll(BUILD, build);
      const words = Object.keys(bundle).filter((name) => /^assets\/words-(?!en-).*\.js$/.test(name));
      worker.code = worker.code
        .replaceAll(MANIFEST, JSON.stringify([{ url: '/', revision: build }, ...files]))
        .replaceAll(WORDS, JSON.stringify(words.map((name) => `/${name}`)));
    },
  },
});
