import { randomUUID } from 'node:crypto';
import type { TestServer } from './harness.js';
import { rows } from './rows.js';

/** Inserts a finished export, old enough not to count against today's limit, and returns its id. */
export async function readyExport(server: TestServer, userId: string): Promise<string> {
  const id = randomUUID();
  await rows(
    server,
    `insert into export (id, user_id, status, progress, attempt, size, created_at, finished_at, expires_at)
     values (?, ?, 'READY', 100, 1, 3, now() - interval '25 hours', now(), now() + interval '1 day')`,
    [id, userId],
  );
  await rows(server, `insert into export_part values (?, 1, 0, 'zip')`, [id]);
  return id;
}
