import { parseArgs } from 'node:util';
import { EnvError } from '../env.js';
import { migrate } from '../platform/process/migrate.js';
import { runProcess } from '../platform/process/lifecycle.js';
import { createResources } from '../resources.js';
import { convertDueTimes } from '../tasks/convertDueTimes.js';
import { resolveDatabaseUrl } from './resolveDatabaseUrl.js';

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
    const { env, log, onClose } = context;
    const url = await resolveDatabaseUrl(context);
    const resources = await createResources({ env, log, databaseUrl: url });
    onClose(resources.close);
    await migrate(resources.orm, url);
    const count = await convertDueTimes(resources, isDryRun);
    const tasks = count === 1 ? '1 task' : `${count.toLocaleString('en')} tasks`;
    console.log(isDryRun ? `${tasks} would get a due day` : `${tasks} got a due day`);
    context.end(0);
  },
  { failed: 'The command failed', stopped: 1 },
);
