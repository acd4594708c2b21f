import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../support/client.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';
import { App } from './app.js';

/** Tasks of each person; the scan creates the notifications of a person in one transaction. */
const EACH = 250;

describe('a process that is killed in the middle of a due scan', { timeout: 120_000 }, () => {
  let database: TestDatabase;
  let app: App;
  let db: pg.Client;
  beforeAll(async () => {
    database = await createDatabase();
    db = new pg.Client({ connectionString: database.url });
    await db.connect();
    app = await App.make({ DATABASE_URL: database.url });
    await app.start();
  }, 120_000);
  afterAll(async () => {
    await db?.end();
    await app?.remove();
    await database?.drop();
  });

  const count = async (sql: string): Promise<number> => Number((await db.query<{ n: string }>(sql)).rows[0]?.n);
  const notices = (): Promise<number> => count('select count(*) as n from due_notice');
  const scan = (): Promise<unknown> => db.query(`select graphile_worker.add_job('dueScan')`);

  it('sends every notification once after a restart', async () => {
    const [mara, ines] = [await newPerson({ url: app.url }), await newPerson({ url: app.url }, 'Ines')];
    const { id } = await newProject(mara);
    await addMember(mara, id, ines);
    // not due yet: whatever the clock starts by itself shall find nothing
    const make = async (assignee: Person): Promise<void> => {
      for (let n = 0; n < EACH; n += 10) {
        await Promise.all(Array.from({ length: 10 }, () => newTask(mara, id, { assigneeId: assignee.id })));
      }
    };
    await make(mara);
    await make(ines);
    const before = await count(`select count(*) as n from notification`);
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    // the scan handles people in the order of their ids: it notifies the first one, then it waits for the lock of the
    // other's inbox
    await holder.query('begin');
    await holder.query('select 1 from inbox where user_id = $1 for update', [ines.id]);
    await db.query(`update task set due_date = now() + interval '1 hour' where project_id = $1`, [id]);
    await scan();
    await expect.poll(notices, { timeout: 70_000 }).toBeGreaterThan(0);
    expect(await notices()).toBeLessThan(2 * EACH);
    await app.kill();
    await holder.query('rollback');
    await holder.end();

    await app.start();
    await scan();
    await expect.poll(notices, { timeout: 70_000 }).toBe(2 * EACH);
    const told = "from notification where kind = 'DUE_SOON'";
    await expect.poll(() => count(`select sum(count) as n ${told}`), { timeout: 20_000 }).toBe(2 * EACH);
    expect(await count(`select count(distinct user_id) as n ${told}`)).toBe(2);
    expect(await count('select count(*) as n from notification')).toBe(before + 2);
    expect(
      await count(
        `select count(*) as n from (select 1 from notification_event group by user_id, revision having count(*) > 1) x`,
      ),
    ).toBe(0);
  });
});
