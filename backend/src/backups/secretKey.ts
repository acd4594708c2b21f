import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Env, EnvError } from '../env.js';
import { makeFolder } from '../platform/lib/makeFolder.js';

const FILE = 'secret-key';

/** The new key during a rotation; its file replaces the current one at the end. */
const NEXT = 'secret-key.next';

function fileText(dataDir: string, name = FILE): string | undefined {
  try {
    return readFileSync(path.join(dataDir, name), 'utf8').trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export const storedKey = (dataDir: string): string | undefined => fileText(dataDir);

/** Returns the new key of an unfinished rotation. */
export const nextKey = (dataDir: string): string | undefined => fileText(dataDir, NEXT);

/** Throws if a rotation is unfinished: the database might use either key. */
export function requireNoRotation(dataDir: string): void {
  if (nextKey(dataDir) === undefined) return;
  throw new EnvError(
    'SECRET_KEY was being replaced when that was interrupted: run "npm run account -- rotate-key" again',
  );
}

/** Returns the app's `SECRET_KEY`, without generating one. */
export function knownSecretKey({ secretKey, dataDir }: Env): string | undefined {
  if (secretKey !== undefined) return secretKey;
  requireNoRotation(dataDir);
  return fileText(dataDir);
}

/** Writes a file atomically, readable only by this user. */
function writeKey(file: string, key: string): void {
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, `${key}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

/** Stores the new key when a rotation begins. */
export const storeNextKey = (dataDir: string, key: string): void => writeKey(path.join(dataDir, NEXT), key);

/** Makes the new key the current one. */
export const installNextKey = (dataDir: string): void => renameSync(path.join(dataDir, NEXT), path.join(dataDir, FILE));

/** Stores a backup's key where the app reads it; keeps a different existing one under another name. */
export function installSecretKey(dataDir: string, key: string): void {
  const file = path.join(dataDir, FILE);
  makeFolder(dataDir);
  const found = fileText(dataDir);
  if (found === key) return;
  const stamp = createHash('sha256')
    .update(found ?? '')
    .digest('hex')
    .slice(0, 8);
  if (found !== undefined) renameSync(file, `${file}.before-${stamp}`);
  writeKey(file, key);
}

/** Returns what the operator still has to do about the key; undefined if nothing. */
export function adviseOnKey({ secretKey: given, dataDir }: Env, key: string | undefined): string | undefined {
  if (key === undefined) {
    return 'The backup does not contain SECRET_KEY: set it to the previous key, or second factors cannot be checked.';
  }
  if (given === undefined || given === key) return undefined;
  return (
    `SECRET_KEY differs from the backup's: set it to the key in ${path.join(dataDir, FILE)}, ` +
    'or second factors cannot be checked.'
  );
}
