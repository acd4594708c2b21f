import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, newProject, type Person } from '../support/client.js';
import { App } from './app.js';
import { measureReads } from './readTimes.js';

const TASKS = 5_000;
const AT_ONCE = 200;

let app: App;
let mara: Person;
let projectId: string;
beforeAll(async () => {
  app = await App.make({ RATE_LIMIT: 'off' });
  await app.start();
  mara = await newPerson({ url: app.url });
  projectId = (await newProject(mara)).id;
  for (let from = 0; from < TASKS; from += AT_ONCE) {
    const tasks = Array.from({ length: AT_ONCE }, (_, n) => ({
      title: `Task ${from + n}`,
      description: 'Some words. '.repeat(40),
      priority: 'LOW',
      comments: [{ text: 'One' }],
    }));
    const { status } = await mara.client.rest('post', '/tasks/bulk', { projectId, tasks });
    if (status !== 201) throw new Error(`tasks answered ${status}`);
  }
}, 120_000);
afterAll(() => app.remove());

const names = async (): Promise<string[]> =>
  (await mara.client.rest('get', '/projects')).body.data.map(({ name }: { name: string }) => name);

describe('a copy of 5,000 tasks', { timeout: 120_000 }, () => {
  const key = { 'idempotency-key': randomUUID() };
  const duplicate = () =>
    mara.client.rest(
      'post',
      `/projects/${projectId}/duplicate`,
      { name: 'Copy', with: { tasks: true, comments: true } },
      key,
    );

  it('is not there at all if the server was killed, and whole when the request is repeated', async () => {
    const cut = duplicate().catch(() => null);
    await sleep(1_000);
    await app.kill();
    expect(await cut).toBeNull();
    await app.start();
    expect(await names()).toEqual(['Tern launch']);
    const started = performance.now();
    const quiet = await measureReads(mara, 2_000);
    const copying = duplicate();
    const [answer, during] = await Promise.all([copying, measureReads(mara, copying)]);
    console.log(
      `copied in ${Math.round(performance.now() - started - 2_000)} ms; quiet: ${quiet.words}; during: ${during.words}`,
    );
    expect(answer.status).toBe(201);
    expect((await duplicate()).body.data.id).toBe(answer.body.data.id);
    expect(await names()).toEqual(['Tern launch', 'Copy']);
    const { data } = await mara.client.graphql(
      `{ tasks(filter: { projectId: "${answer.body.data.id}" }) { totalCount } }`,
    );
    expect(data.tasks.totalCount).toBe(TASKS);
    expect(during.at(0.99)).toBeLessThan(1_000);
  });
});
