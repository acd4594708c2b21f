import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes the names in a folder durable. */
export function syncFolder(dir: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(dir, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
