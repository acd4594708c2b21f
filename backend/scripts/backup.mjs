// All there is into one file, also while the app runs: `npm run backup -- FILE`.
import { runBuilt } from './runBuilt.mjs';

await runBuilt('backup');
