import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newPerson, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { rows } from '../../test/support/rows.js';
import { type ConnectedSocket, SessionWatch, UNAUTHORIZED } from './sessionWatch.js';

let server: TestServer;
let sessions: SessionWatch;

beforeAll(async () => {
  server = await startServer();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  sessions = new SessionWatch(server.orm, server.resources.log);
});
afterAll(async () => {
  sessions.close();
  vi.useRealTimers();
  await server.close();
});

const socketOf = async ({ id }: Person): Promise<ConnectedSocket> => {
  const [session] = await rows<{ id: string }>(server, 'select id from session where user_id = ?', [id]);
  return { userId: id, signInId: session?.id ?? '', close: vi.fn<ConnectedSocket['close']>() };
};

it('the session check closes a socket whose session has ended, none that connects meanwhile, and does not overlap', async () => {
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
  const checks = () => server.statements.filter((text) => text.includes('from session where id = any')).length;
  // the API promises two seconds
  vi.advanceTimersByTime(2_000);
  await expect.poll(checks).toBe(1);
  sessions.add(late);
  vi.advanceTimersByTime(10_000);
  await lock.query('commit');
  await lock.end();
  await expect.poll(() => vi.mocked(ended.close).mock.calls).toEqual([[UNAUTHORIZED, 'Unauthorized']]);
  expect(early.close).not.toHaveBeenCalled();
  expect(late.close).not.toHaveBeenCalled();
  expect(checks()).toBe(1);
});
