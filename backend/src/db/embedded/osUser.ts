import { execFile } from 'node:child_process';
import { chmodSync, chownSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedError } from './embeddedError.js';

const run = promisify(execFile);
const USER = 'postgres';

/** The operating system user PostgreSQL runs as; empty when that is simply ours. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

/**
 * PostgreSQL refuses to run as root, so root lends it a user: the owner of the database folder where there is one
 * already, else `postgres`, made when it is absent.
 */
export async function chooseUser(databaseDir: string): Promise<RunAs> {
  const owner = statSync(databaseDir, { throwIfNoEntry: false });
  if (process.getuid?.() !== 0) {
    if (owner && process.getuid && owner.uid !== process.getuid()) {
      throw new EmbeddedError(
        `${databaseDir} belongs to another operating system user (uid ${owner.uid}): start the app as that user or as root.`,
      );
    }
    return {};
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await lookUp()) ?? (await create());
}

/**
 * Makes sure that PostgreSQL's user can get to `target`. Folders which root keeps to itself (as `mktemp -d` makes them)
 * are opened to that user's group when they are the app's own (`own`) or temporary; any other stops the start.
 */
export async function requireReachable(target: string, user: RunAs, own: string, remedy: string): Promise<void> {
  if (user.uid === undefined) return;
  for (;;) {
    const blocked = await firstBlocked(target, user);
    if (blocked === undefined) return;
    const ours = blocked === own || blocked.startsWith(join(realpathSync(tmpdir()), sep));
    if (ours && openToGroup(blocked, user)) continue;
    throw new EmbeddedError(
      `PostgreSQL cannot run as root, and the operating system user it runs as (uid ${user.uid}) may not enter ` +
        `${blocked}: ${remedy}, start the app as an ordinary user, or set DATABASE_URL.`,
    );
  }
}

async function firstBlocked(target: string, user: RunAs): Promise<string | undefined> {
  const folders = [target];
  while (dirname(folders[0]!) !== folders[0]) folders.unshift(dirname(folders[0]!));
  // Asked as that user, because mode bits alone say nothing about access lists or read-only mounts.
  const script = 'for folder; do [ -x "$folder" ] || { printf %s "$folder"; exit 1; }; done';
  try {
    await run('/bin/sh', ['-c', script, 'sh', ...folders], { ...user, cwd: '/' });
    return undefined;
  } catch (error) {
    return (error as { stdout?: string }).stdout || target;
  }
}

/** Lets the group walk through, no more. Refuses where somebody besides root was given rights already. */
function openToGroup(folder: string, { gid }: RunAs): boolean {
  const { uid, mode } = statSync(folder);
  if (gid === undefined || uid !== 0 || (mode & 0o077) !== 0) return false;
  chownSync(folder, uid, gid);
  chmodSync(folder, (mode & 0o700) | 0o010);
  return true;
}

async function lookUp(): Promise<RunAs | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', USER]), run('id', ['-g', USER])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function create(): Promise<RunAs> {
  const attempts: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', USER]],
    ['adduser', ['-S', '-D', '-H', USER]],
  ];
  for (const [command, args] of attempts) {
    try {
      await run(command, args);
      const made = await lookUp();
      if (made) return made;
    } catch {
      // The next tool may exist where this one does not; what matters is whether the user is there at the end.
    }
  }
  throw new EmbeddedError(
    'PostgreSQL cannot run as root and the operating system user "postgres" could not be created: ' +
      'start the app as an ordinary user, or set DATABASE_URL.',
  );
}
