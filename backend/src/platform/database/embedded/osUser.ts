import { execFile } from 'node:child_process';
import { chmodSync, chownSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedError } from './embeddedError.js';

const run = promisify(execFile);
const USER = 'postgres';

/** The operating system user that PostgreSQL runs as; empty for the current user. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

/** PostgreSQL refuses to run as root: root uses the database folder's owner, or else `postgres`, which it creates. */
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
  return (await lookUpUser()) ?? (await createUser());
}

/**
 * Ensures that PostgreSQL's user can enter `target`. Closed folders of root (as `mktemp -d` makes them) are opened to that
 * user's group if they are the app's own (`own`) or temporary; any other stops the start.
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
  // Checked as that user, because mode bits do not show access lists or read-only mounts.
  const script = 'for folder; do [ -x "$folder" ] || { printf %s "$folder"; exit 1; }; done';
  try {
    await run('/bin/sh', ['-c', script, 'sh', ...folders], { ...user, cwd: '/' });
    return undefined;
  } catch (error) {
    return (error as { stdout?: string }).stdout || target;
  }
}

/** Grants the group search permission only. Refuses if anyone but root already has rights. */
function openToGroup(folder: string, { gid }: RunAs): boolean {
  const { uid, mode } = statSync(folder);
  if (gid === undefined || uid !== 0 || (mode & 0o077) !== 0) return false;
  chownSync(folder, uid, gid);
  chmodSync(folder, (mode & 0o700) | 0o010);
  return true;
}

async function lookUpUser(): Promise<RunAs | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', USER]), run('id', ['-g', USER])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function createUser(): Promise<RunAs> {
  const attempts: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', USER]],
    ['adduser', ['-S', '-D', '-H', USER]],
  ];
  for (const [command, args] of attempts) {
    try {
      await run(command, args);
      const made = await lookUpUser();
      if (made) return made;
    } catch {
      // The available tool depends on the system; the check below shows whether the user exists.
    }
  }
  throw new EmbeddedError(
    'PostgreSQL cannot run as root and the operating system user "postgres" could not be created: ' +
      'start the app as an ordinary user, or set DATABASE_URL.',
  );
}
