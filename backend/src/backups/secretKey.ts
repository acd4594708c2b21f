import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Env } from '../env.js';
import { makeFolder } from '../kernel/makeFolder.js';

const FILE = 'secret-key';

function fileText(dataDir: string): string | undefined {
  try {
    return readFileSync(path.join(dataDir, FILE), 'utf8').trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** `SECRET_KEY` as the app has it; none is made for this. */
export const knownSecretKey = ({ secretKey, dataDir }: Env): string | undefined => secretKey ?? fileText(dataDir);

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
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, `${key}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
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
