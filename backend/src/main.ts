import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.js';
import { EnvError } from './env.js';
import { startEmbedded } from './platform/database/embedded/startEmbedded.js';
import { migrate } from './platform/process/migrate.js';
import { waitForDatabase } from './platform/database/waitForDatabase.js';
import { jobTasks, SCHEDULE } from './jobs.js';
import { startWorker } from './platform/jobs/worker.js';
import { VERSION } from './platform/lib/version.js';
import { startMetricsServer } from './startMetricsServer.js';
import { releaseMemoryWhenIdle } from './platform/process/idleMemory.js';
import { type ProcessContext, runProcess } from './platform/process/lifecycle.js';
import { createResources } from './resources.js';
import { startWebhookSender } from './webhooks/webhookSender.js';
import { scheduleBackups } from './backups/scheduleBackups.js';

/** Returns DATABASE_URL, or starts the embedded database. */
async function openDatabase({ env, log, onClose, stopSignal, end }: ProcessContext): Promise<string> {
  if (env.databaseUrl) {
    await waitForDatabase(env.databaseUrl, log);
    return env.databaseUrl;
  }
  const embedded = await startEmbedded({
    dataDir: env.dataDir,
    log,
    signal: stopSignal,
    onState: (state) => {
      // the process exits, so that its supervisor restarts it
      if (state !== 'failed') return;
      log.fatal('the database does not come back');
      end(1);
    },
  });
  onClose(() => embedded.stop());
  return embedded.url;
}

await runProcess(async (context) => {
  const { env, log, onClose, beforeStop } = context;
  const url = await openDatabase(context);
  const resources = await createResources({ env, log, databaseUrl: url });
  onClose(resources.close);
  await migrate(resources.orm, url, log);
  const tasks = jobTasks(resources);
  await startMetricsServer(context, resources, Object.keys(tasks));
  if (env.jobs) {
    const { metrics } = resources;
    const worker = await startWorker({ databaseUrl: url, log, tasks, ...SCHEDULE, metrics });
    onClose(worker.close);
    const webhooks = await startWebhookSender(resources, url);
    onClose(webhooks.close);
  }
  const app = await createApp(resources);
  onClose(app.close);
  beforeStop(app.leave);
  app.server.listen(env.port, env.host);
  await once(app.server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRNOTAVAIL' && error.syscall !== 'getaddrinfo') throw error;
    throw new EnvError(`HOST cannot be listened on: ${error.code}`, { cause: error });
  });
  const { port } = app.server.address() as AddressInfo;
  const address = env.publicUrlGiven
    ? env.publicUrl
    : `http://${env.host === '127.0.0.1' ? 'localhost' : env.host}:${port}`;
  if (env.jobs) scheduleBackups(context, url, resources.metrics);
  onClose(releaseMemoryWhenIdle());
  log.info({ port, host: env.host, version: VERSION }, `${env.brandName} ${VERSION} is ready at ${address}`);
});
