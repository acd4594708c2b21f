import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const SERVER = path.join(ROOT, 'backend/src');
const CONTRACT = path.join(ROOT, 'backend/contract');
const CLIENT = path.join(ROOT, 'frontend/src');

/** Each room imports itself and rooms to its left. The settings (`env.ts`) import nothing, so everybody may know them. */
const SERVER_ROOMS = [
  'env',
  'kernel',
  'db',
  'backups',
  'users',
  'auth',
  'projects',
  'tasks',
  'checklist',
  'comments',
  'trash',
  'notifications',
  'undo',
  'dashboard',
  'live',
  'exports',
  'graphql',
  'rest',
];
const CLIENT_ROOMS = [
  'texts',
  'lib',
  'ui',
  'graphql',
  'session',
  'offline',
  'projects',
  'tasks',
  'board',
  'calendar',
  'comments',
  'notifications',
  'dashboard',
  'analytics',
  'settings',
  'undo',
  'command',
  'live',
  'waiting',
  'app',
];

interface Source {
  /** From the root of the checkout. */
  name: string;
  file: string;
  text: string;
}

function sources(dir: string): Source[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .map((file) => ({ name: path.relative(ROOT, file), file, text: readFileSync(file, 'utf8') }));
}

const isTest = ({ name }: Source): boolean => /\.test\.tsx?$|test-setup\.ts$/.test(name);
const IMPORT = /(?:^|[\s;])(?:import|export)\s(?:[^'";]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

/** What a file imports, as written, however it is imported. */
const importsOf = ({ text }: Source): string[] =>
  [...text.matchAll(IMPORT)].map(([, fixed, late]) => fixed ?? late ?? '');

/** Where a relative import leads. */
const resolved = ({ file }: Source, target: string): string => path.resolve(path.dirname(file), target);

/** The room of a file below `dir`: its folder, or for a file at the top its own name. */
const roomOf = (dir: string, file: string): string =>
  (path.relative(dir, file).split(path.sep)[0] ?? '').replace(/\.(js|tsx?)$/, '');

/** Imports that run against the order of the rooms; what is in no room stands at the right end. */
function backwards(dir: string, rooms: readonly string[]): string[] {
  const place = (room: string): number => (rooms.includes(room) ? rooms.indexOf(room) : rooms.length);
  return sources(dir)
    .filter((source) => !isTest(source))
    .flatMap((source) =>
      importsOf(source)
        .filter((target) => target.startsWith('.'))
        .map((target) => resolved(source, target))
        .filter((target) => target.startsWith(dir + path.sep))
        .filter((target) => place(roomOf(dir, target)) > place(roomOf(dir, source.file)))
        .map((target) => `${source.name} imports ${path.relative(ROOT, target)}`),
    );
}

describe('the reader of imports', () => {
  it('sees every form there is', () => {
    const text = `import a from './a.js';
import { b,
  c } from "./b.js"; import type { D } from './d.js';
import './e.js';
export { f } from './f.js';
export * from './g.js';
const h = await import('./h.js');`;
    const found = importsOf({ name: '', file: '', text });
    expect(found).toEqual(['./a.js', './b.js', './d.js', './e.js', './f.js', './g.js', './h.js']);
  });

  it('finds the files and their imports', () => {
    for (const dir of [SERVER, CLIENT]) {
      expect(sources(dir).length).toBeGreaterThan(40);
      expect(sources(dir).flatMap(importsOf).length).toBeGreaterThan(100);
    }
    expect(sources(CONTRACT).length).toBeGreaterThan(4);
  });
});

describe('imports', () => {
  it('flow one way between the rooms of the server', () => {
    expect(backwards(SERVER, SERVER_ROOMS)).toEqual([]);
  });

  it('flow one way between the rooms of the client', () => {
    expect(backwards(CLIENT, CLIENT_ROOMS)).toEqual([]);
  });

  it('of the contract name nothing of ours but the contract', () => {
    const foreign = sources(CONTRACT).flatMap((source) =>
      importsOf(source)
        .filter((target) => target !== 'valibot' && !resolved(source, target).startsWith(CONTRACT + path.sep))
        .map((target) => `${source.name} imports ${target}`),
    );
    expect(foreign).toEqual([]);
  });

  it('of the server name nothing of the client, and leave its folder for the contract only', () => {
    const foreign = sources(SERVER)
      .filter((source) => !isTest(source))
      .flatMap((source) =>
        importsOf(source)
          .filter((target) => target.startsWith('.'))
          .map((target) => resolved(source, target))
          .filter((target) => ![SERVER, CONTRACT].some((dir) => target.startsWith(dir + path.sep)))
          .map((target) => `${source.name} imports ${target}`),
      );
    expect(foreign).toEqual([]);
  });

  it('of the client name of the server only the contract, as @contract/…', () => {
    // the published schema is for everybody
    const ours = (file: string): boolean =>
      file.startsWith(CLIENT + path.sep) || file.split('?')[0] === path.join(ROOT, 'schema.graphql');
    const contract = new Set(sources(CONTRACT).map(({ file }) => path.basename(file, '.ts')));
    const foreign = sources(CLIENT).flatMap((source) =>
      importsOf(source)
        .filter((target) =>
          target.startsWith('@contract')
            ? !contract.has(target.slice('@contract/'.length).replace(/\.js$/, ''))
            : target.startsWith('.') && !ours(resolved(source, target)),
        )
        .map((target) => `${source.name} imports ${target}`),
    );
    expect(foreign).toEqual([]);
  });
});

describe('files', () => {
  it('are never an index', () => {
    const all = [SERVER, CONTRACT, CLIENT].flatMap(sources);
    expect(all.map(({ name }) => name).filter((name) => /(^|\/)index\.tsx?$/.test(name))).toEqual([]);
  });

  it('have no default export, but for what a library loads by it', () => {
    const byLibrary = new Set(['backend/src/auth/password.worker.ts']);
    const all = [SERVER, CONTRACT, CLIENT].flatMap(sources);
    expect(
      all.filter(({ name, text }) => /^export default/m.test(text) && !byLibrary.has(name)).map(({ name }) => name),
    ).toEqual([]);
  });

  it('of the server turn values into jsonb, and moments into local time, in one place each', () => {
    const server = sources(SERVER).filter((source) => !isTest(source));
    const named = (pattern: RegExp): string[] =>
      server.filter(({ text }) => pattern.test(text)).map(({ name }) => name);
    expect(named(/\}::jsonb/)).toEqual(['backend/src/kernel/toJsonb.ts']);
    expect(named(/JSON\.stringify\([^}]*\}::json/)).toEqual([]);
    expect(named(/\bat time zone\b/i)).toEqual([]);
  });

  it('of the server read the environment in env.ts alone', () => {
    const handedOn = new Map([
      // to env.ts
      ['backend/src/lifecycle.ts', ['const env = readEnv(process.env);']],
      // which npm runs us
      ['backend/src/backups/fetchServer.ts', ['const program = process.env.npm_execpath;']],
      // to the database's own process
      [
        'backend/src/db/embedded/postmaster.ts',
        ['for (const name of kept) if (process.env[name] !== undefined) env[name] = process.env[name];'],
      ],
    ]);
    const readers = sources(SERVER)
      .filter((source) => !isTest(source) && source.name !== 'backend/src/env.ts')
      .filter(({ text }) => /process\s*\??\.?\s*\[?['"]?env\b|\benv\b[^;]*from ['"](node:)?process['"]/.test(text))
      .map(({ name, text }) => [name, text.match(/.*\bprocess\b.*\benv\b.*/g)?.map((line) => line.trim())] as const);
    expect(new Map(readers)).toEqual(handedOn);
  });
});

describe('the styles', () => {
  it('ask no element that holds the whole page what it has in it', () => {
    // It would be asked at every element that comes or goes, and everything inside it styled anew. Paper stands still.
    const asked = /(?:html|body|main|:root|#root|\.frame|\.sheet|\.board)(?:\[[^\]]*\])?:has\(/;
    const files = readdirSync(path.join(CLIENT, 'styles')).filter(
      (name) => name.endsWith('.css') && name !== 'print.css',
    );
    expect(files.length).toBeGreaterThan(5);
    const text = (name: string): string => readFileSync(path.join(CLIENT, 'styles', name), 'utf8');
    expect(files.filter((name) => asked.test(text(name)))).toEqual([]);
  });
});
