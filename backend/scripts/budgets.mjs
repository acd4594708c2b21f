// What a first visit downloads before it can paint, against the budgets of the design: bytes after gzip, by Vite's manifest.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './build.mjs';

const built = join(root, 'dist', 'frontend');
const ENTRY = 'index.html';
const FRAME = ['src/app/SignedIn.tsx'];

/** The most bytes and files a page may need: its own code, the frame's and the entry's, with all that they import statically. */
const SCRIPTS = [
  { page: '/login', modules: [ENTRY, 'src/session/LoginPage.tsx'], most: 122_000, mostFiles: 10 },
  { page: '/board', modules: [ENTRY, ...FRAME, 'src/board/BoardPage.tsx'], most: 200_000, mostFiles: 20 },
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
    files.reduce((sum, file) => sum + gzipSync(readFileSync(join(built, file)), { level: 9 }).length, 0);

  /** Everything the app can load, whenever; GraphiQL is a page of its own. */
  const everything = (name, seen = new Set()) => {
    for (const part of closure(name)) {
      if (seen.has(part)) continue;
      seen.add(part);
      for (const later of manifest[part].dynamicImports ?? []) everything(later, seen);
    }
    return seen;
  };

  const filesOf = (modules) => [...new Set([...chunksOf(modules)].map((name) => manifest[name].file))];
  const styles = [...new Set([...everything(ENTRY)].flatMap((name) => manifest[name].css ?? []))];

  const results = [
    ...SCRIPTS.flatMap(({ page, modules, most, mostFiles }) => {
      const files = filesOf(modules);
      return [
        { what: `JavaScript of ${page}`, unit: 'bytes', most, is: gzipped(files) },
        { what: `JavaScript of ${page}`, unit: 'files', most: mostFiles, is: files.length },
      ];
    }),
    { what: 'styles', unit: 'bytes', most: STYLES.most, is: gzipped(styles) },
  ];
  const said = (count) => count.toLocaleString('en-US');
  for (const { what, unit, is, most } of results) {
    console.log(`${what}: ${said(is)} of ${said(most)} ${unit}  ${is > most ? `OVER by ${said(is - most)}` : 'ok'}`);
  }
  return results.every(({ is, most }) => is <= most);
}
