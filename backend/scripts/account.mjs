// What the operator can do for accounts: `npm run account -- list`, and more without a word.
import { runBuilt } from './runBuilt.mjs';

await runBuilt('account');
