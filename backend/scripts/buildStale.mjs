// Builds what is older than its sources, before a command that tests the built app.
import { buildStale } from './build.mjs';

if (!(await buildStale())) process.exit(1);
