import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.js';
import { startEmbedded } from './db/embedded/startEmbedded.js';
import { migrate } from './db/migrate.js';
import { waitForDatabase } from './db/waitForDatabase.js';
import { CRONTAB, jobTasks } from './jobs.js';
import { startWorker } from './kernel/jobs/worker.js';
import { VERSION } from './kernel/version.js';
import { tellMetrics } from './tellMetrics.js';
import { type Life, live } from './lifecycle.js';
import { createResources } from './resources.js';
import { scheduleBackups } from './scheduleBackups.js';

/** The given database, or one of our own in the data folder. */
async function databaseUrl({ env, log, opened, end }: Life): Promise<string> {
  if (env.databaseUrl) {
    await waitForDatabase(env.databaseUrl, log);
    return env.databaseUrl;
  }
  const embedded = await startEmbedded({
    dataDir: env.dataDir,
    log,
    onState: (state) => {
      // gone for good: nothing can be served, so whoever supervises us shall start us again
      if (state !== 'failed') return;
      log.fatal('the database does not come back');
      end(1);
    },
  });
  opened(() => embedded.stop());
  return embedded.url;
}

await live(async (life) => {
  const { env, log, opened, beforeStop } = life;
  const url = await databaseUrl(life);
  const resources = await createResources({ env, log, databaseUrl: url });
  opened(resources.close);
  await migrate(resources.orm, url, log);
  const tasks = jobTasks(resources);
  await tellMetrics(life, resources, Object.keys(tasks));
  if (env.jobs) {
    const { metrics } = resources;
    const worker = await startWorker({ databaseUrl: url, log, tasks, crontab: CRONTAB, metrics });
    opened(worker.close);
  }
  const app = await createApp(resources);
  opened(app.close);
  beforeStop(app.leave);
  app.server.listen(env.port, env.host);
  await once(app.server, 'listening');
  const { port } = app.server.address() as AddressInfo;
  const address = env.publicUrlGiven
    ? env.publicUrl
    : `http://${env.host === '127.0.0.1' ? 'localhost' : env.host}:${port}`;
  if (env.jobs) scheduleBackups(life, url);
  log.info({ port, host: env.host, version: VERSION }, `${env.brandName} ${VERSION} is ready at ${address}`);
});
