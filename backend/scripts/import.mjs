// Imports a board of Planka: `npm run import -- planka URL`.
import { runBuilt } from './runBuilt.mjs';

await runBuilt('cli/import');
