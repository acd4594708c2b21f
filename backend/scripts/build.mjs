import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

const clientFiles = [
  'index.html',
  'graphiql.html',
  'shared.html',
  'vite.config.ts',
  'vite.visitors.config.ts',
  'wordSets.ts',
  'precache.ts',
  'precompress.ts',
  'tsconfig.json',
].map((name) => `frontend/${name}`);

/** The built parts, with their sources and a file that proves the build. */
const parts = [
  {
    name: 'server',
    sources: ['backend/contract', 'backend/src', 'backend/tsconfig.json', 'package-lock.json'],
    product: 'dist/backend/src/main.js',
    command: ['typescript/bin/tsc', '-b', 'backend'],
  },
  {
    name: 'client',
    sources: [
      'backend/contract',
      'frontend/src',
      'frontend/worker',
      'frontend/public',
      ...clientFiles,
      'package-lock.json',
    ],
    product: 'dist/frontend/index.html',
    command: ['vite/bin/vite.js', 'build', '--config', 'frontend/vite.config.ts', '--logLevel', 'warn'],
  },
];

/** Builds the parts that are older than their sources. @returns whether all are ready */
export async function buildStale() {
  const stale = parts.filter((part) => newest(part) > builtAt(part));
  if (stale.length === 0) return true;
  const names = stale.map((part) => part.name).join(' and ');
  console.log(`Building the ${names} …`);
  const results = await Promise.all(stale.map(build));
  return results.every(Boolean);
}

async function build(part) {
  // taken before the compiler reads, so that a file saved during the build triggers another one
  const began = new Date();
  const [script, ...args] = part.command;
  const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((done) => {
    child.once('error', (error) => {
      output += error.message;
      done(1);
    });
    child.once('close', done);
  });
  if (code !== 0) {
    console.error(`Building the ${part.name} failed:\n${output.trim()}`);
    return false;
  }
  mkdirSync(dirname(stamp(part)), { recursive: true });
  writeFileSync(stamp(part), `${began.toISOString()}\n`);
  return true;
}

function stamp(part) {
  return join(root, 'dist', `${part.name}.built`);
}

/** Returns when the last successful build of this part began. */
function builtAt(part) {
  if (!existsSync(join(root, part.product)) || !existsSync(stamp(part))) return 0;
  return Date.parse(readFileSync(stamp(part), 'utf8').trim()) || 0;
}

function newest(part) {
  return Math.max(...part.sources.map((path) => newestIn(join(root, path))));
}

function newestIn(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  // a folder's own time reveals removed files
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}
