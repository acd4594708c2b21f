import { migrate } from './db/migrate.js';
import { waitForDatabase } from './db/waitForDatabase.js';
import { EnvError } from './env.js';
import { CRONTAB, jobTasks } from './jobs.js';
import { startWorker } from './kernel/jobs/worker.js';
import { live } from './lifecycle.js';
import { createServices } from './services.js';

// `npm run worker`: does jobs and serves nobody, beside servers on the same database.
await live(async ({ env, log, opened }) => {
  const { databaseUrl } = env;
  if (!databaseUrl)
    throw new EnvError('DATABASE_URL is required for a worker of its own; the app itself does jobs too');
  await waitForDatabase(databaseUrl, log);
  const services = await createServices({ env, log, databaseUrl });
  opened(services.close);
  await migrate(services.orm, databaseUrl, log);
  const worker = await startWorker({ databaseUrl, log, tasks: jobTasks(services), crontab: CRONTAB });
  opened(worker.close);
  log.info('the worker is ready');
});
