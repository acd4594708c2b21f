// Fills the database with demo data: `npm run demo`, `npm run demo -- --tasks 5000`.
import { runBuilt } from './runBuilt.mjs';

await runBuilt('demo/main');
