import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newPerson, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { rows } from '../../test/support/rows.js';
import { type ConnectedSocket, SessionWatch, UNAUTHORIZED } from './sessionWatch.js';

let server: TestServer;
let sessions: SessionWatch;

beforeAll(async () => {
  server = await startServer();
  sessions = new SessionWatch(server.orm, server.resources.log);
});
afterAll(async () => {
  sessions.close();
  await server.close();
});

const socketOf = async ({ id }: Person): Promise<ConnectedSocket> => {
  const [session] = await rows<{ id: string }>(server, 'select id from session where user_id = ?', [id]);
  return { userId: id, signInId: session?.id ?? '', close: vi.fn<ConnectedSocket['close']>() };
};

describe('the session check', () => {
  it('closes a socket whose session has ended, and none that connects during the check', async () => {
    const [ended, early, late] = [
      await socketOf(await newPerson(server)),
      await socketOf(await newPerson(server)),
      await socketOf(await newPerson(server)),
    ];
    await rows(server, 'update session set revoked_at = now() where id = ?', [ended.signInId]);
    const lock = new Client({ connectionString: server.databaseUrl });
    await lock.connect();
    await lock.query('begin; lock table session in access exclusive mode');
    sessions.add(ended);
    sessions.add(early);
    await expect
      .poll(
        async () =>
          (
            await lock.query(
              "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
            )
          ).rowCount,
        {
          timeout: 5_000,
        },
      )
      .toBe(1);
    sessions.add(late);
    await lock.query('commit');
    await lock.end();
    await expect.poll(() => vi.mocked(ended.close).mock.calls).toEqual([[UNAUTHORIZED, 'Unauthorized']]);
    expect(early.close).not.toHaveBeenCalled();
    expect(late.close).not.toHaveBeenCalled();
    for (const socket of [ended, early, late]) sessions.remove(socket);
  });

  it('does not overlap with itself on a slow database', async () => {
    const socket = await socketOf(await newPerson(server));
    const lock = new Client({ connectionString: server.databaseUrl });
    await lock.connect();
    await lock.query('begin; lock table session in access exclusive mode');
    sessions.add(socket);
    const waiting = async (): Promise<number> => {
      const { rowCount } = await lock.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      return rowCount ?? 0;
    };
    await expect.poll(waiting, { timeout: 3_000 }).toBe(1);
    const until = performance.now() + 3_000;
    while (performance.now() < until) {
      expect(await waiting()).toBeLessThanOrEqual(1);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await lock.query('commit');
    await lock.end();
    sessions.remove(socket);
  });
});
