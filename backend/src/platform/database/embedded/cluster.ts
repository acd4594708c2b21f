import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { readFileSync, renameSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.js';
import { EmbeddedError } from './embeddedError.js';
import type { RunAs } from './osUser.js';
import { bareEnv } from './postmaster.js';
import { syncFolder } from './syncFolder.js';

const run = promisify(execFile);

/** The name of PostgreSQL's superuser and of the app's database. */
export const DATABASE = 'cairn';

export interface ClusterOptions {
  dataDir: string;
  binaries: Binaries;
  user: RunAs;
  /** False only for throw-away databases. */
  durable: boolean;
}

export interface Cluster {
  dir: string;
  password: string;
  created: boolean;
}

export function clusterDir(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/** Opens the database folder, or creates it. Call it with the data folder locked. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, binaries } = options;
  const dir = clusterDir(dataDir);
  removeLeftovers(dataDir);
  if (existsSync(dir) && readdirSync(dir).length === 0) rmdirSync(dir);
  const created = !existsSync(dir);
  if (created) {
    const password = createPassword(dataDir);
    await create(options, dir, password);
    return { dir, password, created };
  }
  requireVersion(dir, binaries.major);
  return { dir, password: readPassword(dataDir) ?? (await resetPassword(options, dir)), created };
}

/** Returns the major version of PostgreSQL that made a database folder. */
export function readMajor(dir: string): string {
  try {
    return readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim();
  } catch {
    throw new EmbeddedError(
      `${dir} is not a PostgreSQL database folder (no PG_VERSION): move it away or set DATA_DIR.`,
    );
  }
}

function requireVersion(dir: string, major: string): void {
  const found = readMajor(dir);
  if (found === major) return;
  if (Number(found) < Number(major)) {
    throw new EmbeddedError(
      `${dir} was made by PostgreSQL ${found}, but this version brings PostgreSQL ${major}: "npm run upgrade" takes it over. ` +
        'Nothing was changed.',
    );
  }
  throw new EmbeddedError(
    `${dir} was made by PostgreSQL ${found}, but this version brings PostgreSQL ${major}: go back to the version of ` +
      'the app that made it. Nothing was changed.',
  );
}

/** Creates the folder under a temporary name and renames it when complete, so that a kill never leaves half a database. */
async function create({ dataDir, binaries, user, durable }: ClusterOptions, dir: string, password: string) {
  const workFolder = join(dataDir, `postgres.init-${randomBytes(4).toString('hex')}`);
  const data = join(workFolder, 'data');
  const passwordFile = join(workFolder, 'password');
  mkdirSync(workFolder, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user.uid !== undefined && user.gid !== undefined) {
    for (const path of [workFolder, passwordFile]) chownSync(path, user.uid, user.gid);
  }
  const flags = [
    `--pgdata=${data}`,
    `--username=${DATABASE}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // PostgreSQL's own tables for sorting and case, which are the same on every machine and after every system update.
    // Versions before 17, which only tests start, do not have them.
    ...(Number(binaries.major) >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []),
    '--locale=C',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
  const initdb = (ctype: string) =>
    run(binaries.initdb, [...flags, `--lc-ctype=${ctype}`], { ...user, cwd: workFolder, env: bareEnv() });
  try {
    // trigram search uses LC_CTYPE to recognize letters; not every system has C.UTF-8
    await initdb('C.UTF-8').catch((error: { stderr?: string }) => {
      if (!/locale/i.test(error.stderr ?? '')) throw error;
      return initdb(process.platform === 'darwin' ? 'en_US.UTF-8' : 'C');
    });
    renameSync(data, dir);
    syncFolder(dataDir);
  } catch (error) {
    const reason = ((error as { stderr?: string }).stderr || (error as Error).message).trim().split('\n');
    throw new EmbeddedError(`The database folder ${dir} could not be created: ${reason[0]}.`);
  } finally {
    rmSync(workFolder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Removes what a killed `create` left behind. */
function removeLeftovers(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith('postgres.init-')) continue;
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // Its initdb can still be writing; the next start then removes the folder.
    }
  }
}

export function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres.password');
}

export function readPassword(dataDir: string): string | undefined {
  const file = passwordFile(dataDir);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() || undefined : undefined;
}

function createPassword(dataDir: string): string {
  const password = randomBytes(24).toString('base64url');
  const file = passwordFile(dataDir);
  writeFileSync(`${file}.new`, `${password}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return password;
}

/** Sets a new superuser password when the file is missing. Single-user mode requires the folder's owner. */
async function resetPassword({ dataDir, binaries, user }: ClusterOptions, dir: string): Promise<string> {
  const password = createPassword(dataDir);
  const child = spawn(binaries.postgres, ['--single', '-D', dir, 'postgres'], {
    ...user,
    cwd: dir,
    env: bareEnv(),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.end(`alter role ${DATABASE} password '${password}';\n`);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) {
    rmSync(passwordFile(dataDir), { force: true });
    throw new EmbeddedError(`${passwordFile(dataDir)} is missing and a new password could not be set: put it back.`);
  }
  return password;
}
