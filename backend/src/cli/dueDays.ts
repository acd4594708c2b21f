import { parseArgs } from 'node:util';
import { EnvError } from '../env.js';
import { runProcess } from '../platform/process/lifecycle.js';
import { convertDueTimes } from '../tasks/convertDueTimes.js';
import { openResources } from './openResources.js';

const USAGE = 'npm run due-days [-- --dry-run]';

function readDryRun(): boolean {
  try {
    return parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } }).values['dry-run'];
  } catch (error) {
    throw new EnvError(`usage: ${USAGE}`, { cause: error });
  }
}

await runProcess(
  async (context) => {
    const isDryRun = readDryRun();
    const count = await convertDueTimes(await openResources(context), isDryRun);
    const tasks = count === 1 ? '1 task' : `${count.toLocaleString('en')} tasks`;
    console.log(isDryRun ? `${tasks} would get a due day` : `${tasks} got a due day`);
    context.end(0);
  },
  { failed: 'The command failed', stopped: 1 },
);
