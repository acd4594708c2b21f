import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildStale, root } from './build.mjs';
import { endWithNpm } from './endWithNpm.mjs';
import { requireNode } from './nodeVersion.mjs';

/**
 * Runs a program of the server, after building the app if it is missing or stale. Uses only syntax of Node.js 18, so that an
 * old Node.js prints what to do instead of a syntax error.
 *
 * @param program its path below `backend/src`, without an extension
 * @param beforeLoading runs once the app is built
 */
export async function runBuilt(program, beforeLoading = () => undefined) {
  requireNode();
  endWithNpm();
  if (!existsSync(join(root, 'node_modules', 'vite'))) {
    console.error('The dependencies are not installed: run "npm ci" first.');
    process.exit(1);
  }
  if (!(await buildStale())) process.exit(1);
  process.setSourceMapsEnabled(true);
  beforeLoading();
  await import(pathToFileURL(join(root, 'dist', 'backend', 'src', `${program}.js`)).href);
}
