// Writes everything into one file, also while the app runs: `npm run backup -- FILE`.
import { runBuilt } from './runBuilt.mjs';

await runBuilt('cli/backup');
