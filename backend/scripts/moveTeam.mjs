// Moves projects from one server to another: `npm run move-team -- move --from URL --to URL`.
import { runBuilt } from './runBuilt.mjs';

await runBuilt('cli/moveTeam');
