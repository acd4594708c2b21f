import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApolloClient, type DocumentNode, InMemoryCache } from '@apollo/client';
import { BaseHttpLink } from '@apollo/client/link/http';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { precache } from './precache.ts';
import { precompress } from './precompress.ts';
import { LANGUAGES } from '../backend/contract/languages.ts';
import { WORD_SETS } from './wordSets.ts';
import { MeDocument } from './src/features/account/session/Me.generated.ts';

// Lingui recommends its native transform, which npm does not install when Node.js 20 runs it (see .npmrc).
process.env.LINGUI_SUPPRESS_BABEL_WARNING = '1';

const here = import.meta.dirname;
const server = process.env.CAIRN_SERVER ?? 'http://127.0.0.1:4000';
const toServer = { target: server };

/** A module of the router's production build. */
const routerFile = (name: string): string =>
  fileURLToPath(new URL(`../production/${name}`, import.meta.resolve('react-router')));

/**
 * The router's exports always lead to its development build; the app uses the other one. The bundler keeps components
 * that are wrapped or named when the module is evaluated, and unused contexts and sets. The calls that make them are
 * therefore marked as pure, and the names, which only developer tools show, are removed. This halves what the router
 * adds to each first page.
 */
const productionRouter: Plugin = {
  name: 'production-router',
  apply: 'build',
  config: () => ({
    resolve: { alias: { 'react-router/dom': routerFile('dom-export.mjs'), 'react-router': routerFile('index.mjs') } },
  }),
  transform: {
    filter: { id: /react-router[\\/]dist[\\/]production[\\/]/ },
    handler: (code) => ({
      code: code
        .replaceAll(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replaceAll(/(?<== )(?:React\d*\.(?:forwardRef|memo|createContext)|new Set)\(/g, '/* @__PURE__ */ $&'),
      map: null,
    }),
  },
};

/**
 * Removes from the icons what the app does not need. Their parts have React keys, although they never change, and names
 * that only developer tools show. A statement without effect keeps each icon's data in a variable.
 */
const smallIcons: Plugin = {
  name: 'small-icons',
  apply: 'build',
  transform: {
    filter: { id: /lucide-react[\\/]dist[\\/]esm[\\/](?:icons[\\/]|createLucideIcon\.)/ },
    handler: (code) => ({
      code: code.replaceAll(/,\s+key: "\w+"|^__iconData\.node;$|^ +if \(iconData\.name\) \{[^}]*\}$/gm, ''),
      map: null,
    }),
  },
};

/**
 * The code that the build puts around each `import()`. Vite's own code changes the document for each file, which costs
 * more than the files.
 */
const importFiles: Plugin = {
  name: 'import-files',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () =>
      `export { importWithFiles as __vitePreload } from ${JSON.stringify(`${here}/src/lib/importFiles.ts`)};`,
  },
};

interface Modules {
  getModuleInfo: (
    id: string,
  ) => { code: string | null; importedIds: readonly string[]; dynamicImporters: readonly string[] } | null;
}

const isOurs = (id: string): boolean => !id.includes('node_modules');

const ICONS = fileURLToPath(new URL('../esm/lucide-react.mjs', import.meta.resolve('lucide-react')));

/** The module of each icon, by each of the icon's names. */
const iconFiles = new Map(
  [...readFileSync(ICONS, 'utf8').matchAll(/export \{([^}]*)\} from '(\.\/icons\/[^']+)'/g)].flatMap(
    ([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, join(dirname(ICONS), file)] as const),
  ),
);

/**
 * Returns the icons that a module shows. All icons come from one module, so only their names show which module needs
 * which icon.
 */
function iconsOf(code: string): string[] {
  const [, names = ''] = /import\s*\{([^}]*)\}\s*from\s*['"]lucide-react['"]/.exec(code) ?? [];
  const imported = [...names.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, name = '']) => name);
  return imported.map((name) => {
    const file = iconFiles.get(name);
    if (file === undefined) throw new Error(`vite.config.ts finds no module of the icon ${name}.`);
    return file;
  });
}

/** Returns these modules with all modules and icons that they import statically, directly or not. */
function closureOf(ids: readonly string[], modules: Modules): Set<string> {
  const seen = new Set<string>(ids);
  for (const id of seen) {
    const info = modules.getModuleInfo(id);
    if (!info) throw new Error(`vite.config.ts names ${id} for a chunk, and the app has no such module.`);
    for (const next of info.importedIds) if (isOurs(next)) seen.add(next);
    if (isOurs(id)) for (const icon of iconsOf(info.code ?? '')) seen.add(icon);
  }
  return seen;
}

/** A module that is also loaded alone, so it is in no file of other modules. */
const isLoadedAlone = (id: string, modules: Modules): boolean =>
  modules.getModuleInfo(id)?.dynamicImporters.length !== 0;

/** Returns the modules and icons that these import statically, directly or not, without those that are also loaded alone. */
function neededBy(names: readonly string[], modules: Modules): Set<string> {
  const roots = names.map((name) => `${here}/src/${name}`);
  const seen = closureOf(roots, modules);
  return new Set([...seen].filter((id) => !roots.includes(id) && !isLoadedAlone(id, modules)));
}

/** Modules that load the translations, and then everything that has texts. */
const BOOT = [
  'lib/storage.ts',
  'language/language.ts',
  '../../backend/contract/languages.ts',
  'lib/words.ts',
  'lib/loadExport.ts',
  'lib/importFiles.ts',
  'lib/idle.ts',
];
const ENTRY = ['main.tsx'];
/** Loaded before the texts of pages. The bundler would merge it with code that needs them. */
const TASK_QUERY = 'features/tasks/fields/TaskPanel.generated.ts';
const SIGN_IN_PAGES = ['pages/LoginPage.tsx'];
const FRAME = ['app/SignedIn.tsx'];
/** Loaded on every page after it has been painted. */
const BACKGROUND = [`${here}/src/app/Background.tsx`];
/** These must not load the app because they share a module with it. */
const OTHER_PAGES = [`${here}/src/graphiql/main.tsx`, `${here}/worker/sw.ts`];
/** The first pages, each with the name of its file. */
const PAGES = { board: 'pages/BoardPage.tsx', dashboard: 'pages/DashboardPage.tsx', list: 'pages/TasksPage.tsx' };
/** Packages with a file of their own. */
const PACKAGES: [chunk: string, packages: RegExp][] = [
  ['boot', /^[\\/]@lingui[\\/]core[\\/]/],
  ['react', /^[\\/](react|react-dom|scheduler)[\\/]/],
  ['entry', /^[\\/](react-router|react-router-dom|react-hot-toast)[\\/]/],
  ['doors', /^[\\/](react-hook-form|@hookform|valibot)[\\/]/],
  // No first page writes with this hook.
  ['data', /^[\\/](@apollo[\\/](?!.*useMutation\.)|rxjs[\\/]|optimism[\\/]|@wry[\\/]|tslib[\\/])/],
  // The parts of GraphQL's own package that the client needs.
  [
    'data',
    /^[\\/]graphql[\\/](language[\\/](ast|blockString|characterClasses|kinds|printer|printString|reducer|visitor)|jsutils[\\/](devAssert|inspect))\./,
  ],
  ['background', /^[\\/]tinykeys[\\/]/],
  ['virtua', /^[\\/]virtua[\\/]/],
  ['entry', /^[\\/]lucide-react[\\/](?!.*[\\/]icons[\\/])/],
  // Menus, dialogs and fields. No first page needs them before it is painted, and each of them needs most of the package.
  ['controls', /^[\\/](@base-ui|@floating-ui|reselect|use-sync-external-store)[\\/]/],
];

/**
 * Puts the modules of first visits into few files, because these compress better than many small ones. `entry` is loaded by
 * every visit, `doors` only by sign-in pages, `data` is the GraphQL client, `frame` has the modules around the pages and
 * those that the board shares with other first pages, `pages` what only the others share. `background` is loaded after each
 * page. The bundler divides all other modules, and joins small files.
 */
function chunksOf(modules: Modules): Map<string, string> {
  const chunks = new Map<string, string>();
  const put = (chunk: string, ids: Iterable<string>): void => {
    for (const id of ids) if (!chunks.has(id)) chunks.set(id, chunk);
  };
  const doors = neededBy(SIGN_IN_PAGES, modules);
  const frame = neededBy(FRAME, modules);
  const needs = (chunk: keyof typeof PAGES) => ({ chunk, needed: neededBy([PAGES[chunk]], modules) });
  const board = needs('board');
  const others = [needs('dashboard'), needs('list')];
  const pages = [board, ...others];
  const timesNeeded = (id: string): number => pages.filter(({ needed }) => needed.has(id)).length;
  const isShared = (id: string): boolean => timesNeeded(id) > 1;
  put(
    'boot',
    BOOT.map((name) => resolve(here, 'src', name)),
  );
  put('taskQuery', [`${here}/src/${TASK_QUERY}`]);
  put('entry', neededBy(ENTRY, modules));
  // Texts of error reasons can be loaded on any page, and import this. The texts of the frame must not come with it.
  put('entry', [`${here}/src/texts/format.ts`]);
  put(
    'entry',
    [...doors].filter((id) => frame.has(id) || timesNeeded(id) > 0),
  );
  put('doors', doors);
  put('frame', frame);
  // Modules call `defineWrite` while they are evaluated, so it must not be in one of two files that import each other.
  put(
    'writes',
    ['defineWrite', 'readStored', 'runWrite'].map((name) => `${here}/src/sync/writes/${name}.ts`),
  );
  // The bundler would merge these with other small parts, in two files that import each other.
  put(
    'frame',
    ['features/projects/pageClass.ts', 'ui/Time.tsx'].map((name) => `${here}/src/${name}`),
  );
  put(
    'activity',
    ['ActivityByDay.tsx', 'groupActivity.ts'].map((name) => `${here}/src/features/comments/${name}`),
  );
  // The board comes first, so that it shares no file with code that it does not need.
  put('frame', [...board.needed].filter(isShared));
  put(board.chunk, board.needed);
  // A module that is loaded alone is in one file with the modules that only it imports. If these were in the file of a
  // page that imports the module, the two files would import each other. Modules with the fewest imports come first,
  // because others may import them.
  const roots = Object.values(PAGES).map((name) => `${here}/src/${name}`);
  const alone = [...closureOf(roots, modules)]
    .filter((id) => isOurs(id) && !roots.includes(id) && isLoadedAlone(id, modules))
    .map((id) => ({ id, closure: closureOf([id], modules) }))
    .toSorted((one, other) => one.closure.size - other.closure.size);
  for (const { id, closure } of alone) {
    put(
      basename(id).replace(/\..*$/, ''),
      [...closure].filter((next) => next === id || !isLoadedAlone(next, modules)),
    );
  }
  for (const { chunk, needed } of others) {
    put('pages', [...needed].filter(isShared));
    put(chunk, needed);
  }
  // Modules that texts import are in the file of the texts. In `background`, the two files would import each other.
  const elsewhere = closureOf(OTHER_PAGES, modules);
  const ofAppAlone = (ids: readonly string[]): string[] =>
    [...closureOf(ids, modules)].filter((id) => !elsewhere.has(id));
  put('texts', ofAppAlone(TEXTS));
  put('background', ofAppAlone(BACKGROUND));
  return chunks;
}

const IN_SETS: readonly string[] = Object.values(WORD_SETS).flat();
/** Helpers in src/texts. */
const WORDLESS = new Set(['bytes', 'format', 'rich']);
/** Returns the name of a file with texts. */
const textOf = (id: string): string | null => {
  const name = /src\/texts\/(\w+)\.tsx?$/.exec(id)?.[1];
  return name === undefined || WORDLESS.has(name) ? null : name;
};
const nameOf = (file: string): string => file.replace(/\.tsx?$/, '');
const TEXT_FILES = readdirSync(`${here}/src/texts`).filter(
  (file) => !file.includes('.test.') && !IN_SETS.includes(nameOf(file)) && !WORDLESS.has(nameOf(file)),
);
const REST = TEXT_FILES.map(nameOf);
const TEXTS = TEXT_FILES.map((file) => `${here}/src/texts/${file}`);
const SETS = [...Object.keys(WORD_SETS).filter((set) => set !== 'visitors'), 'rest'];
/**
 * One hash for the translations of all languages. With a hash for each, the list of these files would add 1 kB to every
 * first load.
 */
const WORDS_HASH = LANGUAGES.flatMap((language) => SETS.map((set) => `${here}/src/locales/${language}/${set}.po`))
  .reduce((hash, file) => hash.update(readFileSync(file)), createHash('sha256'))
  .digest('base64url')
  .replaceAll(/[-_]/g, '')
  .slice(0, 7);
/** The name of a file with words of a language. */
const wordsFile = (language: string, set: string): string => `assets/words-${language}-${set}-${WORDS_HASH}.js`;
const isWords = (file: string): boolean => file.startsWith('assets/words-');
/** The catalogues of each set of texts. */
const wordsOf = (...sets: string[]): string[] => sets.map((set) => `locales/en/${set}.po`);
const OUTSIDE = [...ENTRY, ...wordsOf('shell')];
const INSIDE = [...OUTSIDE, ...FRAME, ...wordsOf('home')];
const REASONS = [...OUTSIDE, 'texts/reasons.ts', 'lib/translateRefusal.ts', ...wordsOf('reasons')];
const DASHBOARD = [...INSIDE, 'pages/DashboardPage.tsx', ...wordsOf('pages')];

/**
 * The page that an address shows, to people who are signed in and to others. For other addresses, only the frame is
 * known.
 */
const AHEAD: Record<'inside' | 'outside', Record<string, readonly string[]>> = {
  inside: {
    '*': [...INSIDE, ...wordsOf('pages', 'rest')],
    '/': DASHBOARD,
    '/dashboard': DASHBOARD,
    '/board': [...INSIDE, 'pages/BoardPage.tsx'],
    '/tasks': [...INSIDE, 'pages/TasksPage.tsx', ...wordsOf('pages')],
  },
  outside: {
    '*': [...OUTSIDE, ...wordsOf('auth')],
    '/': [...OUTSIDE, ...SIGN_IN_PAGES],
    '/login': [...OUTSIDE, ...SIGN_IN_PAGES],
  },
};

/** Returns exactly the text that the app sends for a query. */
const sentFor = (query: DocumentNode): Promise<string> =>
  new Promise((resolve) => {
    const link = new BaseHttpLink({
      fetch: (_, init) => {
        if (typeof init?.body === 'string') resolve(init.body);
        return new Promise(() => undefined);
      },
    });
    void new ApolloClient({ cache: new InMemoryCache(), link }).query({ query });
  });

type Chunk = { fileName: string; moduleIds: readonly string[] };

/** Throws if files that are loaded together need translations that are not loaded with them. */
function checkWords(
  names: readonly string[],
  filesOfModules: (modules: readonly string[]) => Set<string>,
  chunks: readonly Chunk[],
): void {
  const files = filesOfModules(names.map((name) => `${here}/src/${name}`));
  const modules = chunks.filter(({ fileName }) => files.has(fileName)).flatMap(({ moduleIds }) => moduleIds);
  const loaded = Object.entries({ ...WORD_SETS, rest: REST }).flatMap(([set, texts]) =>
    names.includes(`locales/en/${set}.po`) ? texts : [],
  );
  const missing = modules.flatMap((id) => {
    const text = textOf(id);
    return text === null || loaded.includes(text) ? [] : [text];
  });
  if (missing.length > 0) throw new Error(`${names.join(', ')}: the words of ${missing.join(', ')} are not loaded.`);
}

/** Writes each catalogue to a file. The page requests it by its name. */
const words: Plugin = {
  name: 'words',
  apply: 'build',
  config: () => ({ define: { __WORDS_HASH__: JSON.stringify(WORDS_HASH) } }),
  buildStart() {
    for (const language of LANGUAGES) {
      for (const set of SETS) {
        const id = `${here}/src/locales/${language}/${set}.po`;
        this.emitFile({ type: 'chunk', id, fileName: wordsFile(language, set), preserveSignature: 'strict' });
      }
    }
  },
};

/** Gives public/early.js the names of the files of each page, and the request for `me`. */
const pagesAhead: Plugin = {
  name: 'pages-ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: async (_html, { bundle = {}, filename }) => {
      if (!filename.endsWith('index.html')) return undefined;
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const filesOfModules = (modules: readonly string[]): Set<string> => {
        const files = new Set(
          modules.map((id) => {
            const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === id);
            if (!chunk) throw new Error(`${id} is no chunk of its own`);
            return chunk.fileName;
          }),
        );
        for (const file of files) {
          for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(next);
        }
        return files;
      };
      // The page itself names these files.
      const own = filesOfModules([filename]);
      const filesOf = (names: readonly string[]): readonly string[] =>
        [...filesOfModules(names.map((name) => `${here}/src/${name}`))].filter((file) => !own.has(file));
      const together = [
        ...Object.values(AHEAD).flatMap((pages) => Object.values(pages)),
        REASONS,
        [...INSIDE, TASK_QUERY],
      ];
      for (const names of together) checkWords(names, filesOfModules, chunks);
      const ahead = Object.entries(AHEAD).map(([whom, pages]) => [
        whom,
        Object.fromEntries(Object.entries(pages).map(([address, names]) => [address, filesOf(names)])),
      ]);
      // The lists contain the English translations; other languages have theirs in the same places.
      const words = Object.fromEntries(
        LANGUAGES.map((language) => [
          language,
          SETS.filter((set) => set !== 'reasons').flatMap((set) =>
            filesOf([`locales/${language}/${set}.po`]).filter((file) => isWords(file)),
          ),
        ]),
      );
      const content = JSON.stringify({ ...Object.fromEntries(ahead), words, me: await sentFor(MeDocument) });
      return [{ tag: 'meta', attrs: { name: 'ahead', content }, injectTo: 'head-prepend' }];
    },
  },
};

let isBuild = false;
/** The page of a shared link: built after the app, and served at its addresses during development. */
const visitorsPage: Plugin = {
  name: 'visitors-page',
  config: (_config, { command }) => {
    isBuild = command === 'build';
  },
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (request.url?.startsWith('/s/')) request.url = '/shared.html';
      next();
    });
  },
  closeBundle: async () => {
    if (isBuild) await build({ configFile: `${here}/vite.visitors.config.ts`, logLevel: 'warn' });
  },
};

const known = new WeakMap<Modules, Map<string, string>>();

function chunkOf(id: string, modules: Modules): string | null {
  let chunks = known.get(modules);
  if (!chunks) known.set(modules, (chunks = chunksOf(modules)));
  // Used by each `import()`. In another file, it would load that file's code before its translations.
  if (id.includes('vite/preload-helper')) return 'boot';
  // The bundler may put these beside code that runs before their translations are loaded.
  const text = textOf(id);
  if (text !== null && REST.includes(text)) return 'texts';
  if (text !== null && WORD_SETS.pages.some((name) => name === text)) return 'pagesTexts';
  const chunk = chunks.get(id);
  if (chunk !== undefined || isOurs(id)) return chunk ?? null;
  const inPackages = id.slice(id.lastIndexOf('node_modules') + 'node_modules'.length);
  return PACKAGES.find(([, packages]) => packages.test(inPackages))?.[0] ?? null;
}

/**
 * A page must not load one of these only because a small module that it needs was merged with a module that needs them.
 */
const LARGE = /node_modules[\\/](@base-ui|react-hook-form|valibot|@dnd-kit)[\\/]/;

const largeImports = new Map<string, boolean>();

/** Whether a module imports a large package statically, directly or not. */
function importsLarge(id: string, modules: Modules): boolean {
  let isLarge = largeImports.get(id);
  if (isLarge !== undefined) return isLarge;
  const seen = new Set([id]);
  for (const next of seen)
    if (isOurs(next)) for (const imported of modules.getModuleInfo(next)?.importedIds ?? []) seen.add(imported);
  isLarge = [...seen].some((next) => LARGE.test(next));
  largeImports.set(id, isLarge);
  return isLarge;
}

/** Modules that several parts share are grouped by these parts; small groups are merged. */
const SHARED = { minShareCount: 2, entriesAware: true };

export default defineConfig({
  root: here,
  plugins: [
    babel({ presets: [linguiTransformerBabelPreset()] }),
    // An unfinished language uses English for missing translations; a test finds those of finished languages.
    ...lingui(),
    react({ compiler: true }),
    tailwindcss(),
    precompress(),
    productionRouter,
    smallIcons,
    importFiles,
    words,
    pagesAhead,
    visitorsPage,
    precache(`${here}/public`),
  ],
  resolve: {
    alias: { '@contract': `${here}/../backend/contract` },
    // RxJS as current JavaScript; its default form is larger, and for browsers that cannot run this app.
    conditions: ['es2015', ...defaultClientConditions],
  },
  // Vite itself must see the worker imports in these files; they cannot be resolved if they are bundled ahead of time.
  optimizeDeps: { exclude: ['graphiql/setup-workers/vite', '@graphiql/react/setup-workers/vite'] },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/graphql': { target: server, ws: true },
      '/api': toServer,
      '/healthz': toServer,
      '/readyz': toServer,
    },
  },
  build: {
    outDir: `${here}/../dist/frontend`,
    emptyOutDir: true,
    // The content security policy allows files of this origin only, so no file may become a data: address.
    assetsInlineLimit: 0,
    // `npm test` measures the sizes of pages with it.
    manifest: true,
    // All supported browsers have this feature. Without it, a page also loads, a little later.
    modulePreload: { polyfill: false },
    // GraphiQL's editor is large and loads on its own page only.
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      input: { app: `${here}/index.html`, graphiql: `${here}/graphiql.html`, sw: `${here}/worker/sw.ts` },
      output: {
        // The service worker's address never changes. The files that load others contain their names; seven letters
        // tell builds apart as well as eight.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash:7].js'),
        // Names of shared files list all parts that use them.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash:7].js`,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: chunkOf },
            { name: (id, modules) => (importsLarge(id, modules) ? 'shared' : null), ...SHARED },
            { name: 'shared', ...SHARED, entriesAwareMergeThreshold: 2_500 },
          ],
        },
      },
      onLog: (level, log, report) => {
        // GraphiQL ships modules with 'use no memo', which has no meaning once they are compiled.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});
