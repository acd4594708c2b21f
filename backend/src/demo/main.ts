import { parseArgs } from 'node:util';
import { migrate } from '../db/migrate.js';
import { EnvError } from '../env.js';
import { migrateJobs } from '../kernel/jobs/worker.js';
import { createLogger } from '../kernel/logger.js';
import { live } from '../lifecycle.js';
import { createResources } from '../resources.js';
import { addBulkProject } from './bulk.js';
import { DemoRefused, fillDemo, findPeople, howToSignIn } from './fill.js';
import { openDatabase } from './openDatabase.js';

const TASKS_MAX = 1_000_000;
const REPORT_EVERY = 1_000;

/** How many tasks the project for size shall have; undefined: no such project. */
function tasksWanted(): number | undefined {
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

// `npm run demo`: a team with three months of work behind it. With `--tasks N` also a project of that size, which can be
// added later as well.
await live(
  async ({ env, opened, told, end }) => {
    const tasks = tasksWanted();
    // this program speaks for itself; only what goes wrong is logged
    const log = createLogger('warn');
    const database = await openDatabase(env, log);
    opened(database.close);
    const resources = await createResources({ env, log, databaseUrl: database.url });
    opened(resources.close);
    opened(() => resources.wakeUps.settle());
    await migrate(resources.orm, database.url);
    await migrateJobs(database.url, log);

    const now = new Date();
    let created = 0;
    const fill = async (): Promise<void> => {
      const known = tasks === undefined ? undefined : await findPeople(resources);
      const people = known ?? (await fillDemo(resources, now, told));
      if (tasks === undefined) return;
      let reported = 0;
      const progress = (made: number): void => {
        created = made;
        if (made - reported < REPORT_EVERY && made < tasks) return;
        reported = made;
        console.log(`${made} of ${tasks} tasks`);
      };
      await addBulkProject(resources, people, tasks, now, progress, told);
    };
    const work = fill();
    // The command under way ends before its connections are closed.
    opened(() => work.catch(() => undefined));
    try {
      await work;
      console.log(`${howToSignIn()} at ${env.publicUrl} once the app runs ("npm start").`);
    } catch (error) {
      if (told.aborted) {
        const there = tasks === undefined ? '' : ` after ${created} of ${tasks} tasks`;
        console.error(`Stopped${there}. What was created so far stays.`);
        return;
      }
      if (!(error instanceof DemoRefused)) throw error;
      console.log(error.message);
    }
    end(0);
  },
  { failed: 'The demo failed', told: 1 },
);
