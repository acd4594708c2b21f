// Operator commands for accounts: `npm run account -- list`; without arguments it prints all commands.
import { runBuilt } from './runBuilt.mjs';

await runBuilt('cli/account');
