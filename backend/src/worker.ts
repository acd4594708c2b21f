import { migrate } from './db/migrate.js';
import { waitForDatabase } from './db/waitForDatabase.js';
import { EnvError } from './env.js';
import { CRONTAB, jobTasks } from './jobs.js';
import { startWorker } from './kernel/jobs/worker.js';
import { VERSION } from './kernel/version.js';
import { live } from './lifecycle.js';
import { createResources } from './resources.js';
import { scheduleBackups } from './scheduleBackups.js';
import { tellMetrics } from './tellMetrics.js';

// `npm run worker`: does jobs and serves nobody, beside servers on the same database.
await live(async (life) => {
  const { env, log, opened } = life;
  const { databaseUrl } = env;
  if (!databaseUrl)
    throw new EnvError('DATABASE_URL is required for a worker of its own; the app itself does jobs too');
  await waitForDatabase(databaseUrl, log);
  const resources = await createResources({ env, log, databaseUrl, role: 'worker' });
  opened(resources.close);
  await migrate(resources.orm, databaseUrl, log);
  const tasks = jobTasks(resources);
  await tellMetrics(life, resources, Object.keys(tasks));
  const { metrics } = resources;
  const worker = await startWorker({ databaseUrl, log, tasks, crontab: CRONTAB, metrics });
  opened(worker.close);
  scheduleBackups(life, databaseUrl);
  log.info({ version: VERSION }, 'the worker is ready');
});
