import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Env, EnvError } from '../env.js';
import { makeFolder } from '../kernel/makeFolder.js';

const FILE = 'secret-key';

/** The new key while SECRET_KEY is being replaced: its file takes the place of the other at the end. */
const NEXT = 'secret-key.next';

function fileText(dataDir: string, name = FILE): string | undefined {
  try {
    return readFileSync(path.join(dataDir, name), 'utf8').trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The key in the file of the data folder. */
export const storedKey = (dataDir: string): string | undefined => fileText(dataDir);

/** The key of a rotation that was begun. */
export const nextKey = (dataDir: string): string | undefined => fileText(dataDir, NEXT);

/** Refuses to go on with a key of which nobody knows whether the database still takes it. */
export function refuseHalfRotated(dataDir: string): void {
  if (nextKey(dataDir) === undefined) return;
  throw new EnvError(
    'SECRET_KEY was being replaced when that was interrupted: run "npm run account -- rotate-key" again',
  );
}

/** `SECRET_KEY` as the app has it; none is made for this. */
export function knownSecretKey({ secretKey, dataDir }: Env): string | undefined {
  if (secretKey !== undefined) return secretKey;
  refuseHalfRotated(dataDir);
  return fileText(dataDir);
}

/** Writes a file whole or not at all, readable by this user alone. */
function writeKey(file: string, key: string): void {
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, `${key}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

/** Keeps the key of a rotation that begins. */
export const keepNextKey = (dataDir: string, key: string): void => writeKey(path.join(dataDir, NEXT), key);

/** Ends a rotation: the new key is the key. */
export const putNextKeyInPlace = (dataDir: string): void =>
  renameSync(path.join(dataDir, NEXT), path.join(dataDir, FILE));

/** Puts the key of a backup where the app looks for one, and keeps another one that is there beside it. */
export function placeSecretKey(dataDir: string, key: string): void {
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

/** What the operator has yet to do about the key; undefined: nothing. */
export function adviceOnKey({ secretKey: given, dataDir }: Env, key: string | undefined): string | undefined {
  if (key === undefined) {
    return 'The backup holds no SECRET_KEY: set it to the one that was in use, or second factors cannot be checked.';
  }
  if (given === undefined || given === key) return undefined;
  return (
    `SECRET_KEY is set to another one than was in use: set it to what stands in ${path.join(dataDir, FILE)}, ` +
    'or second factors cannot be checked.'
  );
}
