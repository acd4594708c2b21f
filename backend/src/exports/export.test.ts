import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { built, buildServer, run } from '../../test/support/builtProgram.js';
import {
  addMember,
  Client,
  newAttachment,
  newPerson,
  newProject,
  newTask,
  type Person,
} from '../../test/support/client.js';
import { readyExport } from '../../test/support/exports.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { type MailServer, startMailServer, subjectsTo } from '../../test/support/jobQueue.js';
import { insertManyTasks } from '../../test/support/insertManyTasks.js';
import { rows } from '../../test/support/rows.js';
import { mutation } from '../../test/support/selections.js';
import { readCsv, unzip } from '../../test/support/unzip.js';
import { purge } from '../trash/hourlyPurge.js';
import { runExport } from './export.job.js';
import { FULL_RUN } from '../../test/support/testDepth.js';
import { onlyIf } from '../../test/support/onlyIf.js';

const HOUR = 3_600_000;
/** SQL for a text of `task t` that hardly compresses. */
const RANDOM = `(select string_agg(md5(random()::text || t.id || n), '') from generate_series(1, 30) n)`;

let server: MailServer;
/** Another process on the same database. */
let other: TestServer;
let mara: Person;
/** Milliseconds that both clocks are ahead. */
let ahead = 0;
const now = (): Date => new Date(Date.now() + ahead);

beforeAll(async () => {
  server = await startMailServer({ now });
  other = await startServer({ databaseUrl: server.databaseUrl, now });
});
afterAll(async () => {
  await other.close();
  await server.close();
});
beforeEach(async () => {
  ahead = 0;
  mara = await newPerson(server);
});

const ask = (by: Person = mara) => by.client.rest('post', '/auth/export');
const read = async (id: string, by: Person = mara) => (await by.client.rest('get', `/auth/export/${id}`)).body.data;
/** Requests a download and returns its id. */
async function begin(by: Person = mara): Promise<string> {
  const { status, body } = await ask(by);
  expect([status, body.data.status]).toEqual([202, 'RUNNING']);
  return body.data.id;
}
const get = (id: string, client: Client, method = 'GET') =>
  fetch(`${server.url}/api/auth/export/${id}/file`, {
    method,
    headers: client.token ? { authorization: `Bearer ${client.token}` } : {},
  });
/** Returns the files of a download that is ready. */
async function filesOf(id: string, by: Person = mara): Promise<Map<string, string>> {
  const answer = await get(id, by.client);
  expect(answer.status).toBe(200);
  const zip = Buffer.from(await answer.arrayBuffer());
  expect((await read(id, by)).size).toBe(zip.length);
  return unzip(zip);
}
// oxlint-disable-next-line typescript/no-explicit-any -- the tests read rows of every shape
const list = (files: Map<string, string>, name: string): any[] => JSON.parse(files.get(`${name}.json`) ?? 'null');
/** Requests a download and runs its job. */
async function download(by: Person = mara): Promise<Map<string, string>> {
  const id = await begin(by);
  await server.work();
  return filesOf(id, by);
}

describe('a download', () => {
  it('contains the account and everything the person can see, and nothing else', async () => {
    const jon = await newPerson(server, 'Jon');
    const { id: projectId } = await newProject(mara, { name: 'Ours' });
    const foreign = await newProject(jon, { name: 'Theirs' });
    const hidden = await newTask(jon, foreign.id, { title: 'A secret of theirs' });
    await addMember(mara, projectId, jon);
    const task = await newTask(jon, projectId, {
      title: 'Paint “the hull” 🛶',
      description: 'One,\n"two"\nZürich',
      tags: ['a', 'b'],
      assigneeId: mara.id,
      dueDate: '2027-03-01T09:30:00Z',
    });
    const deleted = await newTask(mara, projectId, { title: 'Deleted' });
    await mara.client.rest('delete', `/tasks/${deleted.id}`);
    await mara.client.rest('post', `/tasks/${task.id}/comments`, { text: 'Two coats, @all 🎨' });
    await mara.client.rest('post', `/tasks/${task.id}/checklist`, { text: 'Sand first' });
    await mara.client.rest('post', `/tasks/${task.id}/watch`);
    await mara.client.rest('post', `/projects/${projectId}/mute`);
    await mara.client.graphql(mutation('updatePreferences', 'preferences { theme }'), { input: { theme: 'DARK' } });
    const identity = { issuer: 'https://id.example', subject: 'mara-7', email: 'mara@id.example' };
    await rows(
      server,
      `insert into identity (id, user_id, issuer, subject, email, linked_at)
       values (gen_random_uuid(), '${mara.id}', '${identity.issuer}', '${identity.subject}', '${identity.email}', now())`,
    );
    await rows(
      server,
      `insert into verified_email (user_id, email, verified_at) values ('${mara.id}', lower('${mara.email}'), now())`,
    );
    await server.work();
    const id = await begin();
    await server.work();
    const answer = await get(id, mara.client);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="cairn-data-${now().toISOString().slice(0, 10)}.zip"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const zip = Buffer.from(await answer.arrayBuffer());
    expect(Number(answer.headers.get('content-length'))).toBe(zip.length);
    const files = unzip(zip);
    expect([...files.keys()]).toEqual([
      'README.txt',
      ...['account', 'sessions', 'notifications', 'views', 'watching', 'projects', 'members', 'columns', 'tasks'].map(
        (name) => `${name}.json`,
      ),
      'tasks.csv',
      'attachments.json',
      'relations.json',
      'checklists.json',
      'comments.json',
      'history.json',
    ]);
    for (const name of files.keys()) if (name !== 'README.txt') expect(files.get('README.txt')).toContain(name);
    expect(JSON.parse(files.get('account.json') ?? '')).toMatchObject({
      id: mara.id,
      email: mara.email,
      emailVerifiedAt: expect.any(String),
      twoFactor: false,
      identities: [{ ...identity, name: 'id.example', provider: null }],
      preferences: { theme: 'DARK', email: true, timeZone: 'UTC' },
    });
    expect(list(files, 'watching')).toMatchObject([
      { taskId: task.id, projectId: null, watches: true },
      { taskId: null, projectId, watches: false },
    ]);
    expect(list(files, 'sessions')).toMatchObject([{ address: '127.0.0.1', endedAt: null }]);
    expect(list(files, 'notifications')).toMatchObject([{ kind: 'TASK_ASSIGNED', taskId: task.id }]);
    expect(list(files, 'projects')).toMatchObject([{ id: projectId, name: 'Ours', viewerRole: 'OWNER' }]);
    expect(list(files, 'members').map(({ name, role }) => [name, role])).toEqual(
      expect.arrayContaining([
        ['Mara Okafor', 'OWNER'],
        ['Jon Okafor', 'MEMBER'],
      ]),
    );
    const { body } = await mara.client.rest('get', `/tasks/${task.id}`);
    const {
      excerpt: _excerpt,
      commentCount: _count,
      checklistTotal: _total,
      checklistDone: _done,
      subtasksTotal: _subtasks,
      subtasksDone: _subtasksDone,
      openBlockers: _blockers,
      attachmentCount: _attachmentCount,
      coverId: _coverId,
      ...seen
    } = body.data;
    expect(list(files, 'tasks')).toEqual([
      { ...seen, projectName: 'Ours', columnName: 'To Do', creatorName: 'Jon Okafor', assigneeName: 'Mara Okafor' },
    ]);
    expect(list(files, 'comments')).toMatchObject([
      { text: 'Two coats, @all 🎨', taskId: task.id, authorName: 'Mara Okafor' },
    ]);
    expect(list(files, 'checklists')).toMatchObject([{ text: 'Sand first', done: false, taskId: task.id }]);
    const acts = list(files, 'history').map(({ entity, action }) => `${entity} ${action}`);
    expect(acts).toEqual(expect.arrayContaining(['TASK CREATED', 'TASK DELETED', 'COMMENT CREATED', 'MEMBER CREATED']));
    const all = [...files.values()].join('\n');
    const [secrets] = await rows<{ hash: string }>(server, 'select password_hash as hash from account where id = ?', [
      mara.id,
    ]);
    for (const it of [hidden.id, hidden.title, foreign.id, jon.email, secrets?.hash, mara.client.token]) {
      expect(all).not.toContain(it);
    }
    const [header, ...lines] = readCsv(files.get('tasks.csv') ?? '');
    expect(header?.slice(0, 4)).toEqual(['id', 'project', 'title', 'description']);
    expect(lines).toEqual([
      [
        task.id,
        'Ours',
        'Paint “the hull” 🛶',
        'One,\n"two"\nZürich',
        'TODO',
        'MEDIUM',
        '2027-03-01T09:30:00.000Z',
        'a, b',
        'Jon Okafor',
        'Mara Okafor',
        task.createdAt,
        task.updatedAt,
        '',
        projectId,
        jon.id,
        mara.id,
        task.rank,
        String(task.version),
        'OURS-1',
        '1',
        '',
        'To Do',
        task.columnId,
        '',
        '',
        '',
        '',
        '',
      ],
    ]);
    // the CSV has every field of the JSON
    const [entry] = list(files, 'tasks') as Record<string, string | number | string[] | null>[];
    const asText = (value: string | number | string[] | null): string =>
      Array.isArray(value) ? value.join(', ') : String(value ?? '');
    expect(lines[0]?.toSorted()).toEqual(
      Object.values(entry ?? {})
        .map(asText)
        .sort(),
    );
    expect(new Set(header).size).toBe(Object.keys(entry ?? {}).length);
  });

  it('has empty lists for a new account', async () => {
    const files = await download();
    for (const name of ['projects', 'members', 'tasks', 'comments', 'history']) expect(list(files, name)).toEqual([]);
    expect(readCsv(files.get('tasks.csv') ?? '')).toHaveLength(1);
  });

  it('has every row of long lists once and reads them in pages', async () => {
    const { id: projectId } = await newProject(mara);
    await insertManyTasks(server, projectId, mara.id, 2_345);
    const { id: second } = await newProject(mara);
    await insertManyTasks(server, second, mara.id, 200);
    await rows(
      server,
      `insert into comment (id, project_id, task_id, author_id, text, version, created_at, updated_at)
       select gen_random_uuid(), project_id, t.id, ?, md5(random()::text) || n, 1, now(), now()
       from (select * from task where project_id = ? limit 3) t, generate_series(1, 170) n`,
      [mara.id, projectId],
    );
    const id = await begin();
    server.statements.length = 0;
    await server.work();
    const files = await filesOf(id);
    const ids = list(files, 'tasks').map((task) => task.id);
    expect([ids.length, new Set(ids).size]).toEqual([2_545, 2_545]);
    expect(
      readCsv(files.get('tasks.csv') ?? '')
        .slice(1)
        .map(([it]) => it),
    ).toEqual(ids);
    expect(new Set(list(files, 'comments').map(({ text }) => text)).size).toBe(510);
    // by keyset, without an offset
    const reads = server.statements.filter((text) => /from task t\b/.test(text));
    expect(reads.length).toBeGreaterThan(3 * 13);
    expect(reads.every((text) => /limit/.test(text) && !/offset/.test(text))).toBe(true);
    const [{ parts } = { parts: 0 }] = await rows<{ parts: number }>(
      server,
      'select count(*)::int as parts from export_part where export_id = ?',
      [id],
    );
    expect(parts).toBeGreaterThan(0);
  });
});

describe('the files beside a download', () => {
  it('are those of the tasks that the person can see, in a zip of a known size', async () => {
    const jon = await newPerson(server, 'Jon');
    const { id: projectId } = await newProject(jon);
    const task = await newTask(jon, projectId);
    const kept = await newAttachment(jon, task.id, 'Plan: “hull” <1>.txt');
    const deleted = await newAttachment(jon, task.id, 'deleted.txt');
    await jon.client.rest('delete', `/attachments/${deleted}`);
    const foreign = await newTask(jon, (await newProject(jon)).id);
    await newAttachment(jon, foreign.id, 'foreign.txt');
    await addMember(jon, projectId, mara);
    const id = await readyExport(server, mara.id);
    expect((await read(id)).filesSize).toBe('The content of Plan: “hull” <1>.txt'.length + 4);
    const files = (by: Person) =>
      fetch(`${server.url}/api/auth/export/${id}/files`, { headers: { authorization: `Bearer ${by.client.token}` } });
    const answer = await files(mara);
    const zip = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-disposition')).toMatch(/cairn-files-[\d-]+\.zip/);
    expect(Number(answer.headers.get('content-length'))).toBe(zip.length);
    expect(unzip(zip)).toEqual(
      new Map([
        ['data.zip', 'zip'],
        [`files/${kept}/Plan_ “hull” _1_.txt`, 'The content of Plan: “hull” <1>.txt'],
      ]),
    );
    expect((await files(jon)).status).toBe(404);
    await jon.client.rest('delete', `/projects/${projectId}/members/${mara.id}`);
    expect(unzip(Buffer.from(await (await files(mara)).arrayBuffer()))).toEqual(new Map([['data.zip', 'zip']]));
  });
});

describe('a request for a download', () => {
  it('returns its address, and the running download if there is one, from any session and process', async () => {
    const again = new Client(other, mara.client.token);
    const answers = await Promise.all([
      ask(),
      ask(),
      again.rest('post', '/auth/export'),
      again.rest('post', '/auth/export'),
    ]);
    const ids = new Set(answers.map(({ body }) => body.data.id));
    expect([ids.size, ...answers.map(({ status }) => status)]).toEqual([1, 202, 202, 202, 202]);
    const [id] = ids;
    expect(answers[0]?.headers.get('location')).toBe(`/api/auth/export/${id}`);
    expect(await read(id)).toMatchObject({
      status: 'RUNNING',
      progress: 0,
      size: null,
      expiresAt: null,
      finishedAt: null,
    });
    await server.work();
    const { data } = await mara.client.graphql('{ exports { id status progress size expiresAt } }');
    expect(data.exports).toMatchObject([{ id, status: 'READY', progress: 100 }]);
    expect(data.exports[0].size).toBeGreaterThan(500);
    expect(Date.parse(data.exports[0].expiresAt) - Date.now()).toBeGreaterThan(23.9 * HOUR);
  });

  it('is RATE_LIMITED after three in 24 hours, with the time of the next one', async () => {
    for (let n = 0; n < 3; n += 1) {
      await begin();
      await server.work();
      ahead += HOUR;
    }
    const refused = await ask();
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(refused.body.message).toBe('You can ask for 3 downloads a day. The next one in 21 hours.');
    const seconds = Number(refused.headers.get('retry-after'));
    expect(Math.abs(seconds - 21 * 3600)).toBeLessThan(60);
    const { errors } = await mara.client.graphql('mutation { requestExport { export { id } } }');
    expect(errors?.[0]?.extensions.code).toBe('RATE_LIMITED');
    expect((await ask(await newPerson(server))).status).toBe(202);
    // the first one is a day old
    ahead += seconds * 1000 + 1000;
    await begin();
  });
});

describe('access to a download', () => {
  it('is refused to strangers, to other members and after the session has ended', async () => {
    const jon = await newPerson(server, 'Jon');
    await addMember(mara, (await newProject(mara)).id, jon);
    const id = await begin();
    expect((await get(id, mara.client)).status).toBe(404);
    await server.work();
    expect((await get(id, mara.client)).status).toBe(200);
    for (const path of [`/auth/export/${id}`, `/auth/export/${id}/file`]) {
      expect((await jon.client.rest('get', path)).body).toMatchObject({
        code: 'NOT_FOUND',
        message: 'Download not found',
      });
      expect((await new Client(server).rest('get', path)).status).toBe(401);
    }
    expect((await jon.client.rest('get', '/auth/export')).body.data).toEqual([]);
    // the address alone is not enough, also not with the token in it
    expect((await fetch(`${server.url}/api/auth/export/${id}/file?token=${mara.client.token}`)).status).toBe(401);
    const { status, headers } = await get(id, mara.client, 'HEAD');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/zip']);
    await mara.client.rest('post', '/auth/logout');
    expect((await get(id, mara.client)).status).toBe(401);
  });

  it('ends after a day, and then the download is removed', async () => {
    const id = await begin();
    await server.work();
    ahead = 23.9 * HOUR;
    expect((await get(id, mara.client)).status).toBe(200);
    ahead = 24.1 * HOUR;
    expect([(await get(id, mara.client)).status, (await mara.client.rest('get', `/auth/export/${id}`)).status]).toEqual(
      [404, 404],
    );
    expect((await mara.client.rest('get', '/auth/export')).body.data).toEqual([]);
    expect(await purge(server.orm, now())).toMatchObject({
      exportParts: expect.any(Number),
      exports: expect.any(Number),
    });
    expect(await rows(server, 'select 1 from export e left join export_part on true where e.id = ?', [id])).toEqual([]);
    expect(await rows(server, 'select 1 from export_part where export_id = ?', [id])).toEqual([]);
  });
});

describe('the export job', () => {
  const inbox = async (by: Person = mara) => (await by.client.rest('get', '/notifications')).body.data.notifications;

  it('notifies once when it is ready, in the app and by mail, by the preferences', async () => {
    await server.work();
    const id = await begin();
    const mails = await server.work();
    await runExport(other.resources, { id }, 2);
    expect(await inbox()).toMatchObject([
      {
        kind: 'EXPORT_READY',
        title: 'Your download',
        message: '“Your download” is ready. It is kept for one day',
        actorId: null,
        taskId: null,
        projectId: null,
      },
    ]);
    expect(subjectsTo([...mails, ...(await server.work())], mara.email)).toEqual(['Your download']);
    const mail = mails.find(({ subject }) => subject === 'Your download');
    expect(mail?.text).toContain('/settings#download');
    await mara.client.graphql(mutation('updatePreferences', 'preferences { push }'), {
      input: { push: false, email: false },
    });
    await begin();
    expect([await server.work(), (await inbox()).length]).toEqual([[], 1]);
  });

  it('starts again after it was killed, and the file has nothing of the first attempt', async () => {
    const { id: projectId } = await newProject(mara);
    await insertManyTasks(server, projectId, mara.id, 300);
    const id = await begin();
    // the state after a process was killed: some parts exist, and the file is not ready
    await rows(server, `update export set attempt = 1, progress = 40 where id = ?`, [id]);
    await rows(
      server,
      `insert into export_part select ?, 1, n, repeat('x', 1000)::bytea from generate_series(0, 600) n`,
      [id],
    );
    expect((await get(id, mara.client)).status).toBe(404);
    await server.work();
    expect(list(await filesOf(id), 'tasks')).toHaveLength(300);
    const attempts = await rows(server, 'select distinct attempt from export_part where export_id = ?', [id]);
    expect(attempts).toEqual([{ attempt: 2 }]);
  });

  it.each(
    onlyIf(FULL_RUN, 'continues in another process when its own is killed, with a complete file and one notification'),
  )(
    '%s',
    async () => {
      await buildServer();
      const { id: projectId } = await newProject(mara);
      await insertManyTasks(server, projectId, mara.id, 1_500);
      await rows(server, `update task t set description = ${RANDOM} where project_id = ?`, [projectId]);
      // the first attempt takes long enough to be killed in the middle
      await rows(
        server,
        `create function linger() returns trigger language plpgsql as $$ begin
         if new.attempt = 1 and new.n > 0 then perform pg_sleep(1); end if; return new; end $$;
       create trigger linger before insert on export_part for each row execute function linger()`,
      );
      const id = await begin();
      const secret = 'a secret for tests that is long enough';
      const worker = () =>
        run(built('worker'), { DATABASE_URL: server.databaseUrl, JWT_SECRET: secret, SECRET_KEY: secret });
      const killed = worker();
      const progress = async (): Promise<number> => (await read(id)).progress;
      await expect.poll(progress, { interval: 20 }).toBeGreaterThan(0);
      killed.child.kill('SIGKILL');
      await killed.ended;
      expect((await read(id)).status).toBe('RUNNING');
      expect((await get(id, mara.client)).status).toBe(404);
      // unlocks the job of the dead worker, which otherwise takes 10 seconds
      await rows(
        server,
        `update graphile_worker._private_jobs set locked_at = now() - interval '11 seconds' where locked_by is not null;
       update graphile_worker._private_job_queues set locked_at = now() - interval '11 seconds' where locked_by is not null`,
      );
      const next = worker();
      await expect.poll(async () => (await read(id)).status, { timeout: 40_000 }).toBe('READY');
      next.child.kill('SIGTERM');
      expect(await next.ended).toBe(0);
      await rows(server, 'drop trigger linger on export_part; drop function linger');
      expect(list(await filesOf(id), 'tasks')).toHaveLength(1_500);
      expect(await rows(server, 'select distinct attempt from export_part where export_id = ?', [id])).toEqual([
        { attempt: 2 },
      ]);
      expect(await inbox()).toHaveLength(1);
    },
    90_000,
  );

  it('creates one file and one notification when two processes run it at the same time', async () => {
    const { id: projectId } = await newProject(mara);
    await insertManyTasks(server, projectId, mara.id, 1_500);
    const id = await begin();
    await Promise.all([server, other, server].map(({ resources }) => runExport(resources, { id }, 1)));
    await server.work();
    expect((await read(id)).status).toBe('READY');
    expect(list(await filesOf(id), 'tasks')).toHaveLength(1_500);
    expect(await inbox()).toHaveLength(1);
  });

  it('stops with its process and continues in the next', async () => {
    const id = await begin();
    const stopping = AbortSignal.abort(new Error('about to stop'));
    await expect(runExport(server.resources, { id }, 6, stopping)).rejects.toThrow('about to stop');
    expect((await read(id)).status).toBe('RUNNING');
    await server.work();
    expect((await read(id)).status).toBe('READY');
  });

  it('marks the download as failed after several tries, and that one does not count', async () => {
    const { id: projectId } = await newProject(mara);
    await newTask(mara, projectId);
    for (let n = 0; n < 2; n += 1) {
      await begin();
      await server.work();
    }
    const id = await begin();
    // once the read fails, once the write
    await rows(server, 'alter table recovery_code rename to gone');
    await expect(runExport(server.resources, { id }, 1)).rejects.toThrow('recovery_code');
    await rows(server, 'alter table gone rename to recovery_code');
    await rows(server, 'alter table export_part add constraint refuse check (n < 0) not valid');
    await expect(runExport(server.resources, { id }, 1)).rejects.toThrow('refuse');
    expect((await read(id)).status).toBe('RUNNING');
    await runExport(server.resources, { id }, 6);
    await rows(server, 'alter table export_part drop constraint refuse');
    expect(await read(id)).toMatchObject({ status: 'FAILED', expiresAt: null, size: null });
    expect((await get(id, mara.client)).status).toBe(404);
    expect(await rows(server, 'select 1 from export_part where export_id = ?', [id])).toEqual([]);
    // a later run of its job does nothing
    await server.work();
    expect((await read(id)).status).toBe('FAILED');
    await begin();
    await server.work();
    expect((await ask()).status).toBe(429);
  });

  it('does not block a new request for more than a day when it was lost', async () => {
    const lost = await begin();
    await rows(server, `delete from graphile_worker._private_jobs`);
    expect((await ask()).body.data.id).toBe(lost);
    ahead = 24.1 * HOUR;
    expect(await begin()).not.toBe(lost);
    await server.work();
  });

  it('stops reading a project that the person leaves meanwhile', async () => {
    const jon = await newPerson(server, 'Jon');
    const { id: theirs } = await newProject(jon, { name: 'Theirs' });
    await addMember(jon, theirs, mara);
    // far more than the buffers hold
    await insertManyTasks(server, theirs, jon.id, 4_000);
    await rows(server, `update task t set description = ${RANDOM} where project_id = ?`, [theirs]);
    const id = await begin();
    // she is removed once the first part is written
    await rows(
      server,
      `create function leave() returns trigger language plpgsql as $$ begin
         delete from project_member where project_id = '${theirs}' and user_id = '${mara.id}'; return new; end $$;
       create trigger leave before insert on export_part for each row execute function leave()`,
    );
    await server.work();
    await rows(server, 'drop trigger leave on export_part; drop function leave');
    const files = await filesOf(id);
    expect(list(files, 'projects')).toMatchObject([{ id: theirs }]);
    const read = list(files, 'tasks').length;
    expect([read > 0, read < 4_000]).toEqual([true, true]);
    expect(readCsv(files.get('tasks.csv') ?? '')).toHaveLength(1);
    expect([list(files, 'comments'), list(files, 'history')]).toEqual([[], []]);
  });
});
