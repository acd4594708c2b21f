import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorker } from '../../src/platform/jobs/worker.js';
import { migrateJobs } from '../../src/platform/jobs/worker.js';
import { addJob } from '../../src/platform/jobs/addJob.js';
import { createLogger } from '../../src/platform/telemetry/logger.js';
import { SeverableProxy } from '../support/severableProxy.js';
import { newPerson, newProject, type Person } from '../support/client.js';
import { freshDatabase, startServer, type TestServer } from '../support/harness.js';
import { followChanges, shape } from './feed/changes.js';

const log = createLogger('silent');
const SILENT_MS = 12_000;

let database: Awaited<ReturnType<typeof freshDatabase>>;
let proxy: SeverableProxy;
let server: TestServer;
let mara: Person;
let projectId: string;
beforeAll(async () => {
  database = await freshDatabase();
  await migrateJobs(database.url, log);
  proxy = new SeverableProxy(database.url);
  await proxy.open();
  server = await startServer({ databaseUrl: proxy.url });
  mara = await newPerson(server);
  ({ id: projectId } = await newProject(mara));
});
afterAll(async () => {
  await server.close();
  await proxy.close();
  await database.drop();
});

interface Asked {
  status: number;
  ms: number;
}

/** Asks once, as a client with the patience of a browser does. */
async function ask(path: string, init: RequestInit = {}): Promise<Asked> {
  const since = performance.now();
  const headers = { authorization: `Bearer ${mara.client.token}`, 'content-type': 'application/json' };
  const response = await fetch(server.url + path, { headers, signal: AbortSignal.timeout(30_000), ...init });
  await response.text();
  return { status: response.status, ms: performance.now() - since };
}

describe('a line to the database that goes silent', { timeout: 90_000 }, () => {
  it('leaves no request without an answer in ten seconds, and heals itself, the feed and the jobs too', async () => {
    const done: unknown[] = [];
    const tasks = { told: (payload: unknown) => void done.push(payload) };
    const worker = await startWorker({ databaseUrl: proxy.url, log, tasks, crontab: '' });
    const feed = followChanges(server, mara, [{ projectId, revision: 1 }]);
    await expect.poll(() => feed.socket?.readyState).toBe(1);
    // idle connections, which no request would detect
    await Promise.all(Array.from({ length: 8 }, () => ask('/api/tasks')));

    proxy.freeze();
    const asked: Promise<Asked>[] = [];
    const until = performance.now() + SILENT_MS;
    while (performance.now() < until) {
      asked.push(ask('/api/tasks'));
      asked.push(
        ask('/api/tasks', { method: 'POST', body: JSON.stringify({ title: 'Now', projectId, priority: 'LOW' }) }),
      );
      asked.push(ask('/readyz'));
      await sleep(500);
    }
    proxy.unfreeze();
    await expect.poll(async () => (await ask('/api/tasks')).status, { timeout: 15_000 }).toBe(200);
    for (const { status, ms } of await Promise.all(asked)) {
      expect(ms).toBeLessThan(10_000);
      expect([200, 201, 503]).toContain(status);
    }
    expect((await Promise.all(asked)).some(({ status }) => status === 503)).toBe(true);
    // and stays so: no connection of those days is left to be found
    for (let n = 0; n < 20; n += 1) expect((await ask('/api/tasks')).status).toBe(200);

    const heard = feed.events.length;
    const { status } = await mara.client.rest('put', `/projects/${projectId}`, { name: 'After' });
    expect(status).toBe(200);
    await expect.poll(() => shape(feed.events).length, { timeout: 15_000 }).toBeGreaterThan(heard);
    await server.orm.em.fork().transactional((em) => addJob(em, 'told', { n: 1 }));
    await expect.poll(() => done, { timeout: 15_000 }).toEqual([{ n: 1 }]);
    await feed.stop();
    await worker.close();
  });
});
