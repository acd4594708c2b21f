// What a first visit downloads before it can paint, against the budgets of the design: bytes after gzip, by Vite's manifest.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './build.mjs';

const built = join(root, 'dist', 'frontend');
const ENTRY = 'index.html';
const FRAME = 'src/app/Layout.tsx';

/** The most bytes a page may need: its own code, the frame's and the entry's, with all that they import statically. */
const SCRIPTS = [
  { page: '/login', modules: [ENTRY, 'src/session/LoginPage.tsx'], most: 175_000 },
  { page: '/board', modules: [ENTRY, FRAME, 'src/board/BoardPage.tsx'], most: 250_000 },
];
const STYLES = { most: 20_000 };

/** @returns whether everything is within its budget */
export function checkBudgets() {
  const manifest = JSON.parse(readFileSync(join(built, '.vite', 'manifest.json'), 'utf8'));

  /** A module with everything it imports statically, each once. */
  const closure = (name, seen = new Set()) => {
    if (seen.has(name)) return seen;
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is no chunk of its own: has the page been renamed?`);
    seen.add(name);
    for (const next of chunk.imports ?? []) closure(next, seen);
    return seen;
  };
  const chunksOf = (modules) => modules.reduce((seen, name) => closure(name, seen), new Set());
  const gzipped = (files) =>
    [...new Set(files)].reduce((sum, file) => sum + gzipSync(readFileSync(join(built, file)), { level: 9 }).length, 0);

  /** Everything the app can load, whenever; GraphiQL is a page of its own. */
  const everything = (name, seen = new Set()) => {
    for (const part of closure(name)) {
      if (seen.has(part)) continue;
      seen.add(part);
      for (const later of manifest[part].dynamicImports ?? []) everything(later, seen);
    }
    return seen;
  };

  const results = [
    ...SCRIPTS.map(({ page, modules, most }) => ({
      what: `JavaScript of ${page}`,
      most,
      bytes: gzipped([...chunksOf(modules)].map((name) => manifest[name].file)),
    })),
    {
      what: 'styles',
      most: STYLES.most,
      bytes: gzipped([...everything(ENTRY)].flatMap((name) => manifest[name].css ?? [])),
    },
  ];
  for (const { what, bytes, most } of results) {
    const verdict = bytes > most ? `OVER by ${(bytes - most).toLocaleString('en-US')}` : 'ok';
    console.log(`${what}: ${bytes.toLocaleString('en-US')} of ${most.toLocaleString('en-US')} bytes  ${verdict}`);
  }
  return results.every(({ bytes, most }) => bytes <= most);
}
