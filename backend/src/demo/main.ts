import { parseArgs } from 'node:util';
import { migrate } from '../platform/process/migrate.js';
import { EnvError } from '../env.js';
import { migrateJobs } from '../platform/jobs/worker.js';
import { createLogger } from '../platform/telemetry/logger.js';
import { runProcess } from '../platform/process/lifecycle.js';
import { createResources } from '../resources.js';
import { addBulkProject } from './bulk.js';
import { DemoError, fillDemo, findPeople, howToSignIn } from './fill.js';
import { openDatabase } from './openDatabase.js';

const TASKS_MAX = 1_000_000;
const REPORT_EVERY = 1_000;

/** Parses `--tasks`; undefined if it is not given. */
function parseTasks(): number | undefined {
  let given: string | undefined;
  try {
    given = parseArgs({ options: { tasks: { type: 'string' } } }).values.tasks;
  } catch (error) {
    throw new EnvError(`${(error as Error).message} (the demo knows only --tasks NUMBER)`, { cause: error });
  }
  if (given === undefined) return undefined;
  const count = /^\d+$/.test(given) ? Number(given) : 0;
  if (count < 1 || count > TASKS_MAX) throw new EnvError(`--tasks must be a whole number from 1 to ${TASKS_MAX}`);
  return count;
}

// `npm run demo`: a team with three months of work. `--tasks N` adds a project of that size, also later.
await runProcess(
  async ({ env, onClose, stopSignal, end }) => {
    const tasks = parseTasks();
    // the program prints its own progress; only problems are logged
    const log = createLogger('warn');
    const database = await openDatabase(env, log);
    onClose(database.close);
    const resources = await createResources({ env, log, databaseUrl: database.url });
    onClose(resources.close);
    onClose(() => resources.wakeUps.settle());
    await migrate(resources.orm, database.url);
    await migrateJobs(database.url, log);

    const now = new Date();
    const since = performance.now();
    let created = 0;
    const fill = async (): Promise<void> => {
      const known = tasks === undefined ? undefined : await findPeople(resources);
      const people = known ?? (await fillDemo(resources, now, stopSignal));
      if (tasks === undefined) return;
      let reported = 0;
      const progress = (made: number): void => {
        created = made;
        if (made - reported < REPORT_EVERY && made < tasks) return;
        reported = made;
        console.log(`${made} of ${tasks} tasks`);
      };
      await addBulkProject(resources, people, tasks, now, progress, stopSignal);
    };
    const work = fill();
    // the running command ends before its connections are closed
    onClose(() => work.catch(() => undefined));
    try {
      await work;
      console.log(`Filled in ${((performance.now() - since) / 1000).toFixed(0)} s.`);
      console.log(`${howToSignIn()} at ${env.publicUrl} once the app runs ("npm start").`);
    } catch (error) {
      if (stopSignal.aborted) {
        const there = tasks === undefined ? '' : ` after ${created} of ${tasks} tasks`;
        console.error(`Stopped${there}. What was created so far stays.`);
        return;
      }
      if (!(error instanceof DemoError)) throw error;
      console.log(error.message);
    }
    end(0);
  },
  { failed: 'The demo failed', stopped: 1 },
);
