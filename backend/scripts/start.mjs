// Starts the app.
import module from 'node:module';
import { join } from 'node:path';
import { root } from './build.mjs';
import { runBuilt } from './runBuilt.mjs';

await runBuilt('main', () => module.enableCompileCache?.(join(root, 'node_modules', '.cache', 'node-compile')));
