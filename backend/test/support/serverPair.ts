import pg from 'pg';
import { expect } from 'vitest';
import { Client, type Person } from './client.js';
import { freshDatabase, startServer, type TestServer } from './harness.js';

/** Two server processes that share only a database. */
export interface Pair {
  one: TestServer;
  databaseUrl: string;
  /** A direct connection, to read and lock rows. */
  db: pg.Client;
  rows<T extends object>(text: string, values: unknown[]): Promise<T[]>;
  /** The person's client at the first server for even numbers, at the second for odd ones. */
  either(person: Person, index: number): Client;
  close(): Promise<void>;
}

export async function startPair(): Promise<Pair> {
  const database = await freshDatabase();
  const databaseUrl = database.url;
  const [one, two] = await Promise.all([startServer({ databaseUrl }), startServer({ databaseUrl })]);
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  return {
    one,
    databaseUrl,
    db,
    rows: async <T extends object>(text: string, values: unknown[]) => (await db.query<T>(text, values)).rows,
    either: (person, index) => (index % 2 ? new Client(two, person.client.token) : person.client),
    close: async () => {
      await db.end();
      await Promise.all([one.close(), two.close()]);
      await database.drop();
    },
  };
}

/** Runs `count` calls concurrently. */
export const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** Expects gapless change sets for all revisions of a project, and returns the last revision. */
export async function expectGapless(pair: Pair, projectId: string): Promise<number> {
  const log = await pair.rows<{ revision: number; lines: number; last: number }>(
    `select revision, count(*)::int as lines, max(n) as last from change where project_id = $1
     group by revision order by revision`,
    [projectId],
  );
  expect(log.map(({ revision }) => revision)).toEqual(log.map((_, index) => index + 1));
  for (const { lines, last } of log) expect(last).toBe(lines - 1);
  const [project] = await pair.rows<{ revision: number }>('select revision from project where id = $1', [projectId]);
  expect(project?.revision).toBe(log.length);
  return log.length;
}

/** Waits until this many connections wait for a lock. */
export async function lockWaiters(pair: Pair, count: number): Promise<void> {
  const waiting = async () => {
    const [found] = await pair.rows<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
      [],
    );
    return found?.waiting;
  };
  await expect.poll(waiting, { interval: 20 }).toBe(count);
}
