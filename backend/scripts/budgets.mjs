// The download size of a first visit up to the first paint, after gzip, against the budgets. Read from Vite's manifest.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './build.mjs';

const built = join(root, 'dist', 'frontend');
const ENTRY = 'index.html';
const words = (set) => `src/locales/en/${set}.po`;
const OUTSIDE = [ENTRY, 'src/main.tsx', words('shell')];
const INSIDE = [...OUTSIDE, 'src/app/SignedIn.tsx', words('home')];

/** Budgets per page: its own code, the frame's and the entry's, with all static imports. */
const SCRIPTS = [
  { page: '/login', modules: [...OUTSIDE, 'src/pages/LoginPage.tsx'], most: 126_000, mostFiles: 10 },
  { page: '/board', modules: [...INSIDE, 'src/pages/BoardPage.tsx'], most: 200_000, mostFiles: 20 },
  { page: '/dashboard', modules: [...INSIDE, 'src/pages/DashboardPage.tsx'], most: 205_000, mostFiles: 20 },
  { page: '/tasks', modules: [...INSIDE, 'src/pages/TasksPage.tsx'], most: 235_000, mostFiles: 25 },
];
const VISITORS = { most: 100_000 };
const STYLES = { most: 20_000 };

/** @returns whether everything is within its budget */
export function checkBudgets() {
  const manifest = JSON.parse(readFileSync(join(built, '.vite', 'manifest.json'), 'utf8'));

  /** Returns a module and everything that it imports statically. */
  const closure = (name, seen = new Set()) => {
    if (seen.has(name)) return seen;
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is not a separate chunk: has the page been renamed?`);
    seen.add(name);
    for (const next of chunk.imports ?? []) closure(next, seen);
    return seen;
  };
  const findChunks = (modules) => modules.reduce((seen, name) => closure(name, seen), new Set());
  const gzipped = (files) =>
    files.reduce((sum, file) => sum + gzipSync(readFileSync(join(built, file)), { level: 9 }).length, 0);

  /** Returns everything that the app can load; GraphiQL is a separate page. */
  const everything = (name, seen = new Set()) => {
    for (const part of closure(name)) {
      if (seen.has(part)) continue;
      seen.add(part);
      for (const later of manifest[part].dynamicImports ?? []) everything(later, seen);
    }
    return seen;
  };

  const findFiles = (modules) => [...new Set([...findChunks(modules)].map((name) => manifest[name].file))];
  const styles = [...new Set([...everything(ENTRY)].flatMap((name) => manifest[name].css ?? []))];

  // The page of a shared link is built by itself. It loads the words of one language.
  const visitors = JSON.parse(readFileSync(join(built, '.vite', 'visitors.json'), 'utf8'));
  const ofVisitors = Object.entries(visitors)
    .filter(([name]) => !/\/locales\/(?!en\/)|pseudoWords/.test(name))
    .map(([, { file }]) => file)
    .filter((file) => file.endsWith('.js'));

  const results = [
    { what: 'JavaScript of /s/TOKEN', unit: 'bytes', most: VISITORS.most, is: gzipped([...new Set(ofVisitors)]) },
    ...SCRIPTS.flatMap(({ page, modules, most, mostFiles }) => {
      const files = findFiles(modules);
      return [
        { what: `JavaScript of ${page}`, unit: 'bytes', most, is: gzipped(files) },
        { what: `JavaScript of ${page}`, unit: 'files', most: mostFiles, is: files.length },
      ];
    }),
    { what: 'styles', unit: 'bytes', most: STYLES.most, is: gzipped(styles) },
  ];
  // Of two files that import each other, one runs before the code that it needs.
  const inCircle = Object.keys(manifest).filter((name) =>
    (manifest[name].imports ?? []).some((next) => closure(next).has(name)),
  );
  if (inCircle.length > 0) console.error(`Files that import each other: ${inCircle.join(', ')}`);

  const format = (count) => count.toLocaleString('en-US');
  for (const { what, unit, is, most } of results) {
    console.log(
      `${what}: ${format(is)} of ${format(most)} ${unit}  ${is > most ? `OVER by ${format(is - most)}` : 'ok'}`,
    );
  }
  return inCircle.length === 0 && results.every(({ is, most }) => is <= most);
}
