import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPerson, newProject } from '../client.js';
import { Cluster } from './cluster.js';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start(process.env.CLUSTER_FOLDER ?? '', 'smtp://127.0.0.1:9');
});
afterAll(() => cluster?.stop());

it('starts', async () => {
  const person = await newPerson(cluster);
  await newProject(person);
  console.log(await cluster.query('select application_name, count(*) from pg_stat_activity group by 1'));
  const since = performance.now();
  await (await cluster.primary()).lose();
  const t: string[] = [];
  while (performance.now() - since < 25000) {
    const at = performance.now();
    const s = await newProject(person).then(() => 'ok', (e) => String(e).slice(0, 60));
    t.push(`${Math.round(at - since)}+${Math.round(performance.now() - at)} ${s}`);
    await new Promise((r) => setTimeout(r, 300));
  }
  console.log(t.join('\n'));
  expect(1).toBe(1);
});
