// What a backup holds into an empty place: `npm run restore -- FILE`.
import { runBuilt } from './runBuilt.mjs';

await runBuilt('restore');
