// Takes the embedded database to the PostgreSQL that this version brings: `npm run upgrade`.
import { runBuilt } from './runBuilt.mjs';

await runBuilt('upgrade');
