import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../../..');
const SERVER = path.join(ROOT, 'backend/src');
const CONTRACT = path.join(ROOT, 'backend/contract');
const CLIENT = path.join(ROOT, 'frontend/src');

interface Module {
  /** Its folder, or its file. */
  name: string;
  /** What is in it. */
  holds: string;
}

/** Returns the folders of the modules in `modules.ts`, in its order. */
function listedModules(): Module[] {
  const text = readFileSync(path.join(SERVER, 'modules.ts'), 'utf8');
  const folders = new Map(
    [...text.matchAll(/^import \{ (\w+) \} from '\.\/(\w+)\/module\.js'/gm)].map(([, name, folder]) => [name, folder]),
  );
  const list = /readonly Module\[\] = \[\n(.*?)\n\];/s.exec(text)?.[1] ?? '';
  return [...list.matchAll(/^ {2}\/\/ (.+)\n {2}(\w+),$/gm)].map(([, holds = '', name]) => ({
    name: folders.get(name) ?? '',
    holds,
  }));
}

const listed = JSON.parse(readFileSync(path.join(ROOT, 'docs/modules.json'), 'utf8')) as {
  server: Module[];
  client: Module[];
};

/** The modules in order. Each imports itself and the modules before it. `*` means the modules of `modules.ts`. */
const MODULES = {
  server: listed.server.flatMap((module) => (module.name === '*' ? listedModules() : [module])),
  client: listed.client,
};

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

/** Returns the module of a file below `dir`: the longest listed name that its path begins with, or its first folder. */
function moduleOf(dir: string, modules: readonly Module[], file: string): string {
  const found = path
    .relative(dir, file)
    .replace(/\.(js|tsx?)$/, '')
    .split(path.sep)
    .join('/');
  const names = modules.map(({ name }) => name).filter((name) => found === name || found.startsWith(`${name}/`));
  return names.toSorted((one, other) => other.length - one.length)[0] ?? found.split('/')[0] ?? found;
}

/** Returns the imports that point to a later module. */
function backwards(dir: string, modules: readonly Module[]): string[] {
  const names = modules.map(({ name }) => name);
  const place = (file: string): number => names.indexOf(moduleOf(dir, modules, file));
  return sources(dir)
    .filter((source) => !isTest(source))
    .flatMap((source) =>
      importsOf(source)
        .filter((target) => target.startsWith('.'))
        .map((target) => resolved(source, target))
        .filter((target) => target.startsWith(dir + path.sep))
        .filter((target) => place(target) > place(source.file))
        .map((target) => `${source.name} imports ${path.relative(ROOT, target)}`),
    );
}

/** Folders and files at the top that are no module. */
function unlisted(dir: string, modules: readonly Module[]): string[] {
  const found = sources(dir)
    .filter((source) => !isTest(source))
    .map(({ file }) => moduleOf(dir, modules, file));
  return [...new Set(found)].filter((name) => modules.every((module) => module.name !== name));
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
  it('flow one way between the modules of the server', () => {
    expect(backwards(SERVER, MODULES.server)).toEqual([]);
  });

  it('flow one way between the modules of the client', () => {
    expect(backwards(CLIENT, MODULES.client)).toEqual([]);
  });

  it('are of modules that docs/modules.json or modules.ts lists', () => {
    // write/module.ts is the type of a module
    const withModule = readdirSync(SERVER).filter(
      (folder) => folder !== 'write' && existsSync(path.join(SERVER, folder, 'module.ts')),
    );
    expect(
      listedModules()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(withModule.toSorted());
    expect(unlisted(SERVER, MODULES.server)).toEqual([]);
    expect(unlisted(CLIENT, MODULES.client)).toEqual([]);
  });

  it('of the server name no library of the client', () => {
    const foreign = [SERVER, CONTRACT].flatMap((dir) =>
      sources(dir).flatMap((source) =>
        importsOf(source)
          .filter((target) => /^(?:react|react-dom|@apollo\/client)(?:\/|$)/.test(target))
          .map((target) => `${source.name} imports ${target}`),
      ),
    );
    expect(foreign).toEqual([]);
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
    // everyone may read the published schema
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
    expect(named(/\}::jsonb/)).toEqual(['backend/src/platform/database/toJsonb.ts']);
    expect(named(/JSON\.stringify\([^}]*\}::json/)).toEqual([]);
    expect(named(/\bat time zone\b/i)).toEqual([]);
  });

  it('of the server read the environment in env.ts alone', () => {
    const handedOn = new Map([
      // to env.ts
      ['backend/src/platform/process/lifecycle.ts', ['const env = readEnv(process.env);']],
      // which npm runs us
      ['backend/src/backups/fetchServer.ts', ['const program = process.env.npm_execpath;']],
      // keys of other servers, for a program that does not start this one
      [
        'backend/src/cli/import.ts',
        [
          'const { PLANKA_API_KEY: key, PLANKA_TOKEN: plankaToken, CAIRN_TOKEN: token, CAIRN_URL: cairn } = process.env;',
        ],
      ],
      ['backend/src/cli/moveTeam.ts', ['const { FROM_TOKEN, TO_TOKEN } = process.env;']],
      // to the database's own process
      [
        'backend/src/platform/database/embedded/postmaster.ts',
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

describe('docs/architecture.md', () => {
  it('names every folder of the server and the app', () => {
    const table = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8').split('\n## ')[0] ?? '';
    const named = new Set([...table.matchAll(/`([\w/]+)`/g)].map(([, folder = '']) => path.basename(folder)));
    const dirs = [SERVER, path.join(SERVER, 'platform'), CLIENT, path.join(CLIENT, 'features')];
    const folders = dirs.flatMap((dir) =>
      readdirSync(dir, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => path.relative(ROOT, path.join(dir, entry.name))),
    );
    expect(folders.length).toBeGreaterThan(60);
    expect(folders.filter((folder) => !named.has(path.basename(folder)))).toEqual([]);
  });
});

describe('the styles', () => {
  it('use no :has() on an element that contains the whole page', () => {
    // The browser would check the selector and restyle everything inside whenever an element is added or removed.
    // Printouts are static, so they may use it.
    const asked = /(?:html|body|main|:root|#root|\.frame|\.sheet|\.board)(?:\[[^\]]*\])?:has\(/;
    const files = readdirSync(path.join(CLIENT, 'styles')).filter(
      (name) => name.endsWith('.css') && name !== 'print.css',
    );
    expect(files.length).toBeGreaterThan(5);
    const text = (name: string): string => readFileSync(path.join(CLIENT, 'styles', name), 'utf8');
    expect(files.filter((name) => asked.test(text(name)))).toEqual([]);
  });
});
