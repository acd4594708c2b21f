import { migrate } from './platform/process/migrate.js';
import { waitForDatabase } from './platform/database/waitForDatabase.js';
import { EnvError } from './env.js';
import { jobTasks, SCHEDULE } from './jobs.js';
import { startWorker } from './platform/jobs/worker.js';
import { VERSION } from './platform/lib/version.js';
import { releaseMemoryWhenIdle } from './platform/process/idleMemory.js';
import { runProcess } from './platform/process/lifecycle.js';
import { createResources } from './resources.js';
import { startWebhookSender } from './webhooks/webhookSender.js';
import { scheduleBackups } from './backups/scheduleBackups.js';
import { startMetricsServer } from './startMetricsServer.js';

// `npm run worker`: runs jobs but serves no requests, beside servers on the same database.
await runProcess(async (context) => {
  const { env, log, onClose } = context;
  const { databaseUrl } = env;
  if (!databaseUrl) throw new EnvError('DATABASE_URL is required for a separate worker; the app itself also runs jobs');
  await waitForDatabase(databaseUrl, log);
  const resources = await createResources({ env, log, databaseUrl, role: 'worker' });
  onClose(resources.close);
  await migrate(resources.orm, databaseUrl, log);
  const tasks = jobTasks(resources);
  await startMetricsServer(context, resources, Object.keys(tasks));
  const { metrics } = resources;
  const worker = await startWorker({ databaseUrl, log, tasks, ...SCHEDULE, metrics });
  onClose(worker.close);
  const webhooks = await startWebhookSender(resources, databaseUrl);
  onClose(webhooks.close);
  scheduleBackups(context, databaseUrl, metrics);
  onClose(releaseMemoryWhenIdle());
  log.info({ version: VERSION }, 'the worker is ready');
});
