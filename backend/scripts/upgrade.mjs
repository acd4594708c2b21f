// Upgrades the embedded database to this version's PostgreSQL: `npm run upgrade`.
import { runBuilt } from './runBuilt.mjs';

await runBuilt('cli/upgrade');
