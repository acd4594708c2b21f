import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes sure that the names in a folder outlive a loss of power. */
export function syncFolder(dir: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(dir, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
