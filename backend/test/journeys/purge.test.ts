import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purge } from '../../src/trash/hourlyPurge.js';
import { jobTasks } from '../../src/jobs.js';
import { purgeNotifications } from '../../src/trash/purgeNotifications.js';
import { kindsOf } from '../../src/write/kinds.js';
import { addMember, newPerson, newProject, newTask, newWebhook, type Person } from '../support/client.js';
import { startServer, type TestServer } from '../support/harness.js';
import { lockWaits, rows } from '../support/rows.js';
import { follow } from '../support/socket.js';

const DAY = 86_400_000;
const dataDir = mkdtempSync(path.join(tmpdir(), 'cairn-purge-'));
const mails = path.join(dataDir, 'mail');

let server: TestServer;
let mara: Person;
const reports: Record<string, number>[] = [];

beforeAll(async () => {
  server = await startServer({ env: { DATA_DIR: dataDir } });
  mara = await newPerson(server);
});
afterAll(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs the job, as the worker does. */
const runJob = async (): Promise<void> => {
  const log = Object.assign(Object.create(server.resources.log), {
    info: (of: Record<string, number>) => reports.push(of),
  });
  await jobTasks({ ...server.resources, log })['purge']?.({}, {} as never);
};

const count = async (table: string, where = 'true', params: unknown[] = []): Promise<number> => {
  const [row] = await rows<{ count: number }>(
    server,
    `select count(*)::int as count from ${table} where ${where}`,
    params,
  );
  return row?.count ?? 0;
};

const addToken = (of: string, expires: Date, revoked: Date | null) =>
  rows(
    server,
    `insert into api_token (id, user_id, name, scope, token_hash, created_at, expires_at, revoked_at)
     values (gen_random_uuid(), ?, 'x', 'READ', ?, ?, ?, ?)`,
    [mara.id, `${of} ${revoked !== null}`, ago(60), expires, revoked],
  );

const addSession = (created: Date, expires: Date, revoked: Date | null) =>
  rows(
    server,
    `insert into session (id, user_id, user_agent, address, new_device, created_at, last_seen_at, expires_at, revoked_at)
     values (gen_random_uuid(), ?, 'x', 'x', false, ?, ?, ?, ?)`,
    [mara.id, created, created, expires, revoked],
  );

const addLink = (of: string, expires: Date, ended: Date | null) =>
  rows(
    server,
    `insert into share_link (id, project_id, creator_id, token_hash, ending, filter, initials, created_at, expires_at, ended_at)
     select gen_random_uuid(), project_id, user_id, ?, 'abcd', '{}', false, ?, ?, ? from project_member limit 1`,
    [`${of} ${ended !== null}`, expires, expires, ended],
  );

/** Adds a row with an age in days; `of` makes it distinct. */
type Add = (days: number, of: string) => Promise<unknown>;

/** Adds a link of a mail, which is kept in this table. */
const addMailedLink =
  (table: 'email_verification' | 'email_revert'): Add =>
  (days, of) =>
    rows(
      server,
      `insert into ${table} (id, user_id, email, token_hash, created_at, expires_at)
       values (gen_random_uuid(), ?, 'x', ?, ?, ?)`,
      [mara.id, of, ago(days), ago(days)],
    );

const GROWING: Record<string, { table: string; kept: number; gone: number; add: Add }> = {
  idempotency: {
    table: 'idempotency',
    kept: 1,
    gone: 31,
    add: (days, of) =>
      rows(server, `insert into idempotency values (?, ?, 'x', 'x', null, ?)`, [mara.id, of, ago(days)]),
  },
  sessions: {
    table: 'session',
    kept: 29,
    gone: 32,
    add: (days) => addSession(ago(days), ago(days), null),
  },
  revokedSessions: {
    table: 'session',
    kept: 29,
    gone: 32,
    add: (days) => addSession(ago(days), ago(-4_000), ago(days)),
  },
  inboxEvents: {
    table: 'notification_event',
    kept: 0.9,
    gone: 1.1,
    add: (days, of) =>
      rows(server, `insert into notification_event values (?, ?, 'READ', null, 0, ?)`, [
        mara.id,
        1e6 + Number(of),
        ago(days),
      ]),
  },
  devices: {
    table: 'device',
    kept: 179,
    gone: 182,
    add: (days, of) =>
      rows(server, 'insert into device (user_id, hash, created_at, seen_at) values (?, ?, ?, ?)', [
        mara.id,
        of,
        ago(days),
        ago(days),
      ]),
  },
  emailVerifications: {
    table: 'email_verification',
    kept: 29,
    gone: 32,
    add: addMailedLink('email_verification'),
  },
  oidcAttempts: {
    table: 'oidc_attempt',
    kept: 0.9,
    gone: 1.1,
    add: (days, of) =>
      rows(
        server,
        `insert into oidc_attempt (state_hash, purpose, challenge, nonce, expires_at) values (?, 'SIGN_IN', 'x', 'x', ?)`,
        [of, ago(days)],
      ),
  },
  signInProofs: {
    table: 'sign_in_proof',
    kept: 0.9,
    gone: 1.1,
    add: (days, of) =>
      rows(
        server,
        'insert into sign_in_proof (token_hash, user_id, session_id, expires_at) values (?, ?, gen_random_uuid(), ?)',
        [of, mara.id, ago(days)],
      ),
  },
  passwordResets: {
    table: 'password_reset',
    kept: 29,
    gone: 32,
    add: (days, of) =>
      rows(server, `insert into password_reset values (gen_random_uuid(), ?, ?, ?, ?, null)`, [
        mara.id,
        of,
        ago(days),
        ago(days),
      ]),
  },
  loginChallenges: {
    table: 'login_challenge',
    kept: 0.9,
    gone: 1.1,
    add: (days, of) =>
      rows(server, `insert into login_challenge values (gen_random_uuid(), ?, ?, null, false, ?, ?)`, [
        mara.id,
        of,
        ago(days),
        ago(days),
      ]),
  },
  emailReverts: {
    table: 'email_revert',
    kept: 29,
    gone: 32,
    add: addMailedLink('email_revert'),
  },
  invitations: {
    table: 'invitation',
    kept: 29,
    gone: 32,
    add: (days, of) =>
      rows(
        server,
        `insert into invitation (id, project_id, email, role, inviter_id, created_at, expires_at)
         select gen_random_uuid(), project_id, ?, 'MEMBER', user_id, ?, ? from project_member limit 1`,
        [of, ago(days), ago(days)],
      ),
  },
  endedInvitations: {
    table: 'invitation',
    kept: 29,
    gone: 32,
    add: (days, of) =>
      rows(
        server,
        `insert into invitation (id, project_id, email, role, inviter_id, created_at, expires_at, ended_at)
         select gen_random_uuid(), project_id, ?, 'MEMBER', user_id, ?, ?, ? from project_member limit 1`,
        [of, ago(days), ago(-1), ago(days)],
      ),
  },
  accountInvitations: {
    table: 'account_invitation',
    kept: 29,
    gone: 32,
    add: (days, of) =>
      rows(
        server,
        `insert into account_invitation (id, email, inviter_id, created_at, expires_at)
         values (gen_random_uuid(), ?, ?, ?, ?)`,
        [of, mara.id, ago(days), ago(days)],
      ),
  },
  endedAccountInvitations: {
    table: 'account_invitation',
    kept: 29,
    gone: 32,
    add: (days, of) =>
      rows(
        server,
        `insert into account_invitation (id, email, inviter_id, created_at, expires_at, ended_at)
         values (gen_random_uuid(), ?, ?, ?, ?, ?)`,
        [of, mara.id, ago(days), ago(-1), ago(days)],
      ),
  },
  shareLinks: {
    table: 'share_link',
    kept: 29,
    gone: 32,
    add: (days, of) => addLink(of, ago(days), null),
  },
  endedShareLinks: {
    table: 'share_link',
    kept: 29,
    gone: 32,
    add: (days, of) => addLink(of, ago(-1), ago(days)),
  },
  calendarFeeds: {
    table: 'calendar_feed',
    kept: 29,
    gone: 32,
    add: (days) =>
      rows(
        server,
        `insert into calendar_feed (id, user_id, token_hash, name, filter, kind, created_at, revoked_at)
         values (gen_random_uuid(), ?, gen_random_uuid()::text, 'Mine', '{}', 'EVENTS', now(), ?)`,
        [mara.id, ago(days)],
      ),
  },
  webhookDeliveries: {
    table: 'webhook_delivery',
    kept: 6,
    gone: 8,
    add: async (days) => {
      const webhookId = await newWebhook(mara);
      await rows(
        server,
        `insert into webhook_delivery (id, webhook_id, message_id, type, state, attempts, created_at, attempted_at, about)
         values (gen_random_uuid(), ?, 'x', 'webhook.test', 'FAILED', 1, ?, now(), '{}')`,
        [webhookId, ago(days)],
      );
    },
  },
  apiTokens: {
    table: 'api_token',
    kept: 29,
    gone: 32,
    add: (days, of) => addToken(of, ago(days), null),
  },
  revokedApiTokens: {
    table: 'api_token',
    kept: 29,
    gone: 32,
    add: (days, of) => addToken(of, ago(-1), ago(days)),
  },
  bulkRuns: {
    table: 'bulk_run',
    kept: 29,
    gone: 32,
    add: (days) =>
      rows(
        server,
        `insert into bulk_run (id, user_id, change, ids, total, state, created_at)
         values (gen_random_uuid(), ?, '{}', '{}', 1, 'DONE', ?)`,
        [mara.id, ago(days)],
      ),
  },
  exports: {
    table: 'export',
    // its end is written in it
    kept: 0.9,
    gone: 1.1,
    add: (days) =>
      rows(
        server,
        `insert into export (id, user_id, status, created_at, expires_at) values (gen_random_uuid(), ?, 'FAILED', ?, ?)`,
        [mara.id, ago(days), ago(days - 1)],
      ),
  },
  dueNotices: {
    table: 'due_notice',
    kept: 29,
    gone: 32,
    add: (days) =>
      rows(server, `insert into due_notice select id, ?, 'OVERDUE', ?, ? from task limit 1`, [
        mara.id,
        ago(days),
        ago(0),
      ]),
  },
  digestNotices: {
    table: 'digest_notice',
    kept: 58,
    gone: 61,
    add: (days) =>
      rows(server, `insert into digest_notice values (?, ?::date) on conflict do nothing`, [mara.id, ago(days)]),
  },
  rates: {
    table: 'rate',
    kept: 0.9,
    gone: 1.1,
    add: (days, of) => rows(server, 'insert into rate values (?, 1, ?)', [of, ago(days).getTime()]),
  },
  failedJobs: {
    table: 'graphile_worker._private_jobs',
    kept: 29,
    gone: 32,
    add: async (days) => {
      await rows(server, `select graphile_worker.add_job('gone', max_attempts => 1)`);
      await rows(
        server,
        `update graphile_worker._private_jobs set attempts = 1, updated_at = ? where id = (select max(id) from graphile_worker._private_jobs)`,
        [ago(days)],
      );
    },
  },
  securityEvents: {
    table: 'security_event',
    kept: 364,
    gone: 367,
    add: (days) =>
      rows(
        server,
        `insert into security_event (id, at, kind, is_failure, user_id, details)
         values (gen_random_uuid(), ?, 'signed_in', false, ?, '{}')`,
        [ago(days), mara.id],
      ),
  },
};
const ago = (days: number): Date => new Date(Date.now() - days * DAY);

describe('the purge', () => {
  it('removes expired rows from all growing tables, and reports their number', async () => {
    await newTask(mara, (await newProject(mara)).id);
    const purged = await purge(server.orm, new Date());
    // Deleted objects, what older versions left behind, and downloads have tests of their own.
    const kinds = kindsOf(server.orm.em).map(({ name }) => name);
    const others = new Set<string>([...kinds, 'project', 'swept', 'exportParts']);
    expect(new Set(Object.keys(purged).filter((what) => !others.has(what)))).toEqual(new Set(Object.keys(GROWING)));
    for (const [what, { table, kept, gone, add }] of Object.entries(GROWING)) {
      const before = await count(table);
      for (const [n, days] of [kept, gone, 5 * 365].entries()) await add(days, String(n));
      expect([what, (await count(table)) - before]).toEqual([what, 3]);
      reports.length = 0;
      await runJob();
      expect(reports).toEqual([{ [what]: 2 }]);
      expect([what, (await count(table)) - before]).toEqual([what, 1]);
      await runJob();
      expect(reports).toHaveLength(1);
    }
    // a pending retry is not a failure
    await rows(server, `update graphile_worker._private_jobs set attempts = 0, updated_at = ?`, [ago(100)]);
    const waiting = await count('graphile_worker._private_jobs');
    await runJob();
    expect(await count('graphile_worker._private_jobs')).toBe(waiting);
  });

  it('removes everything else if one table fails, and fails itself', async () => {
    const { add, table } = GROWING['sessions'] as (typeof GROWING)[string];
    const before = await count(table);
    await add(31, 'beside a failure');
    const { id } = await newTask(mara, (await newProject(mara)).id);
    await rows(server, 'update task set deleted_at = ? where id = ?', [ago(31), id]);
    await rows(
      server,
      "create function fail() returns trigger language plpgsql as 'begin raise exception ''no''; end'",
    );
    await rows(server, 'create trigger fail before delete on task for each row execute function fail()');
    await expect(runJob()).rejects.toThrow('no');
    await rows(server, 'drop trigger fail on task');
    expect(await count(table)).toBe(before);
    await runJob();
    expect(await count('task', 'id = ?', [id])).toBe(0);
  });

  it('removes mails that are files after two weeks, half-written ones too, and nothing else', async () => {
    mkdirSync(mails, { recursive: true });
    const files = { 'new.eml': 13, 'old.eml': 15, 'half.eml.part': 15, 'notes.txt': 400 };
    for (const [name, days] of Object.entries(files)) {
      writeFileSync(path.join(mails, name), 'x');
      utimesSync(path.join(mails, name), ago(days), ago(days));
    }
    reports.length = 0;
    await runJob();
    expect(reports).toEqual([{ mailFiles: 2 }]);
    expect(Object.keys(files).filter((name) => existsSync(path.join(mails, name)))).toEqual(['new.eml', 'notes.txt']);
  });

  it('removes notifications that were read after 90 days, unread ones after 180, and open pages hear the count', async () => {
    const [person, other] = [await newPerson(server), await newPerson(server)];
    const add = (of: Person, days: number, read: boolean, many = 1) =>
      rows(
        server,
        `insert into notification (id, user_id, kind, title, message, read, created_at)
         select gen_random_uuid(), ?, 'NOTE', ?, '', ?, ? from generate_series(1, ?::int)`,
        [of.id, `${days} days`, read, ago(days), many],
      );
    await add(person, 89, true);
    await add(person, 91, true, 600);
    await add(person, 179, false);
    await add(person, 181, false, 2);
    await add(other, 5 * 365, true);
    const feed = follow<{ action: string; unreadCount: number }>(
      server,
      'subscription { notificationChanged { action unreadCount } }',
      { token: person.client.token },
    );
    expect(await feed.until(1)).toEqual([{ action: 'SYNC', unreadCount: 3 }]);
    reports.length = 0;
    await runJob();
    expect(reports).toEqual([{ notifications: 603 }]);
    expect((await feed.until(2)).at(-1)).toEqual({ action: 'SYNC', unreadCount: 1 });
    await feed.stop();
    const { body } = await person.client.rest('get', '/notifications');
    expect(body.data.notifications.map(({ title }: { title: string }) => title).sort()).toEqual([
      '179 days',
      '89 days',
    ]);
    expect(await count('notification', 'user_id = ?', [other.id])).toBe(0);
  });
});

describe('a change of several notifications of a person', () => {
  const acts: [who: string, act: (person: Person) => Promise<unknown>][] = [
    ['the purge of tasks', () => purge(server.orm, new Date())],
    ['the purge of notifications', () => purgeNotifications(server.orm, new Date())],
    ['reading all', ({ client }) => client.rest('patch', '/notifications/read-all')],
    ['clearing all', ({ client }) => client.rest('delete', '/notifications')],
  ];

  it.each(acts)('waits for the inbox first, so that no two wait for each other: %s', async (_who, act) => {
    const person = await newPerson(server);
    const { id: projectId } = await newProject(mara);
    await addMember(mara, projectId, person);
    for (let n = 0; n < 3; n += 1) {
      const { id } = await newTask(mara, projectId, { assigneeId: person.id });
      await mara.client.rest('delete', `/tasks/${id}`);
    }
    await rows(server, 'update task set deleted_at = ? where project_id = ?', [ago(40), projectId]);
    await rows(server, 'update notification set created_at = ? where user_id = ?', [ago(200), person.id]);
    let doing: Promise<unknown> = Promise.resolve();
    await server.orm.em.fork().transactional(async (em) => {
      await em.execute('select 1 from inbox where user_id = ? for update', [person.id]);
      doing = act(person);
      await expect.poll(() => lockWaits(server)).toHaveLength(1);
      await em.execute('select 1 from notification where user_id = ? for update nowait', [person.id]);
    });
    await doing;
  });
});
