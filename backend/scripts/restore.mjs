// Loads a backup into an empty database: `npm run restore -- FILE`.
import { runBuilt } from './runBuilt.mjs';

await runBuilt('cli/restore');
