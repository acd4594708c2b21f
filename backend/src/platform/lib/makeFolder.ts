import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder with mode 0700, and its parents. Node's recursive `mkdir` never returns where the system refuses new
 * folders, such as below /proc.
 */
export function makeFolder(dir: string): void {
  const isFolder = (): boolean => statSync(dir, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (isFolder()) return;
  makeFolder(dirname(dir));
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    // another process was faster
    if (!isFolder()) throw error;
  }
}
