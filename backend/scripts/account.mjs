// What only the operator can do for an account (`npm run account -- reset-two-factor EMAIL`), building the app first where it
// is missing or older than its sources.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildStale, root } from './build.mjs';
import { endWithNpm } from './endWithNpm.mjs';
import { requireNode } from './nodeVersion.mjs';

requireNode();
endWithNpm();
if (!existsSync(join(root, 'node_modules', 'vite'))) {
  console.error('The dependencies are not installed: run "npm ci" first.');
  process.exit(1);
}
if (!(await buildStale())) process.exit(1);
process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(root, 'dist', 'backend', 'src', 'account.js')).href);
