import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, newProject, type Person } from '../support/client.js';
import { freshDatabase } from '../support/harness.js';
import { seedTasks } from '../support/seedTasks.js';
import { App } from './app.js';

const TASKS = 60_000;
const AT_ONCE = 30;
/**
 * The highest allowed ratio of two medians of a person's reads: while another person sends the most expensive reads, and
 * without them.
 */
const MARK = 10;
/** For each of the two medians. */
const LOOKS = 40;

const alias = (count: number, field: (n: number) => string): string =>
  `{ ${Array.from({ length: count }, (_, n) => `a${n}: ${field(n)}`).join(' ')} }`;
const letter = (n: number): string => 'aeiorstnlcd'[n % 11] ?? 'a';
const emoji = '😀'.repeat(100);

/** What costs most among what is accepted: as many searches as the cost of a request allows, counts, sorts, figures. */
const worst = (projectId: string): readonly ((person: Person) => Promise<{ status: number }>)[] => [
  ...[0, 1, 2, 3, 4].map(
    (shift) =>
      ({ client }: Person) =>
        client.graphql(
          alias(
            9,
            (n) => `tasks(first: 1, filter: { search: "${letter(n + shift)}" }, orderBy: TITLE_ASC) { nodes { id } }`,
          ),
        ),
  ),
  ({ client }) => client.graphql(alias(4, (n) => `tasks(first: 1, filter: { search: "${letter(n)}" }) { totalCount }`)),
  ({ client }) =>
    client.graphql(alias(9, () => `tasks(first: 1, filter: { search: "${'%'.repeat(200)}" }) { nodes { id } }`)),
  ({ client }) => client.graphql(alias(9, () => `tasks(first: 1, filter: { search: "${emoji}" }) { nodes { id } }`)),
  ({ client, id }) =>
    client.graphql(
      alias(
        9,
        (n) =>
          `tasks(first: 1, filter: { search: "${letter(n)}", overdue: true, involving: "${id}" }, orderBy: TITLE_ASC) { nodes { id } }`,
      ),
    ),
  ({ client }) =>
    client.graphql(alias(15, (n) => `tasks(first: 1, filter: { overdue: ${n % 2 === 0} }) { totalCount }`)),
  ({ client }) =>
    client.graphql(alias(15, () => 'tasks(first: 100, filter: { tag: "none" }, orderBy: TITLE_ASC) { nodes { id } }')),
  ({ client }) => client.graphql(alias(15, () => 'dashboardStats { totalTasks changes { total } }')),
  ({ client }) => client.graphql(alias(3, () => `project(id: "${projectId}") { activity(first: 1) { totalCount } }`)),
  ({ client }) => client.rest('get', '/tasks?search=e&orderBy=TITLE_ASC&limit=100'),
  ({ client }) => client.rest('get', '/dashboard/stats'),
];

const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

describe('a person who sends the largest accepted requests', { timeout: 600_000 }, () => {
  let app: App;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let greedy: Person;
  let bystander: Person;
  let projectId: string;
  beforeAll(async () => {
    database = await freshDatabase();
    app = await App.make({ DATABASE_URL: database.url });
    await app.start();
    [greedy, bystander] = [await newPerson(app), await newPerson(app)];
    await newProject(bystander);
    projectId = await seedTasks(greedy, database.url, TASKS);
  }, 600_000);
  afterAll(async () => {
    await app.remove();
    await database.drop();
  });

  /** How long the bystander's list takes, again and again. */
  async function look(): Promise<number> {
    const times: number[] = [];
    for (let n = 0; n < LOOKS; n += 1) {
      const since = performance.now();
      const { status } = await bystander.client.rest('get', `/tasks?tag=${randomUUID().slice(0, 8)}`);
      expect(status).toBe(200);
      times.push(performance.now() - since);
    }
    return median(times);
  }

  it(`${AT_ONCE} times at the same time slows a bystander's list down by less than ${MARK} times`, async () => {
    const quiet = await look();
    const reads = worst(projectId);
    const statuses = new Set<number>();
    const until = { looked: false };
    const burst = () =>
      Promise.all(
        Array.from({ length: AT_ONCE }, async (_, n) =>
          statuses.add((await reads[n % reads.length]?.(greedy))?.status ?? 0),
        ),
      );
    const asking = (async () => {
      while (!until.looked) await burst();
    })();
    const busy = await look();
    until.looked = true;
    await asking;
    console.log(`a bystander's median: ${quiet.toFixed(1)} ms quiet, ${busy.toFixed(1)} ms meanwhile`);
    expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expect(busy / quiet).toBeLessThan(MARK);
  });
});
