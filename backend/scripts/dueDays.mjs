// Makes days of due times that the app gave to dates without a time: `npm run due-days`.
import { runBuilt } from './runBuilt.mjs';

await runBuilt('cli/dueDays');
