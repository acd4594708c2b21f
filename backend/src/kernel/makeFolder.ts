import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder for us alone, and those above it. Node's own way to do that never ends where the system takes no new
 * folders, as below /proc.
 */
export function makeFolder(dir: string): void {
  const isFolder = (): boolean => statSync(dir, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (isFolder()) return;
  makeFolder(dirname(dir));
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    // another start may have been quicker
    if (!isFolder()) throw error;
  }
}
