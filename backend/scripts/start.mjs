// Starts the app, building it first where it is missing or older than its sources. Kept to what Node.js 18 can parse,
// so that an old Node.js is told what to do instead of failing on syntax.
import { existsSync } from 'node:fs';
import module from 'node:module';
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
module.enableCompileCache?.(join(root, 'node_modules', '.cache', 'node-compile'));
await import(pathToFileURL(join(root, 'dist', 'backend', 'src', 'main.js')).href);
