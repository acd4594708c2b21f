// What only the operator can do for an account: `npm run account -- reset-two-factor EMAIL`.
import { runBuilt } from './runBuilt.mjs';

await runBuilt('account');
