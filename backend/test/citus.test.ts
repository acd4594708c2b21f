import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CAST, DEMO_PASSWORD } from '../src/demo/cast.js';
import { fillDemo } from '../src/demo/fill.js';
import { Client, newPerson, newProject, newTask, type Person } from './client.js';
import { freshDatabase, startServer, type TestServer } from './harness.js';
import { browserKeys } from './pushService.js';

const statements = (name: string): string =>
  readFileSync(path.join(import.meta.dirname, '../../deploy/citus', name), 'utf8');

let database: Awaited<ReturnType<typeof freshDatabase>>;
let admin: pg.Client;
let server: TestServer;
let hanna: Client;
/** What somebody was answered before the keys were changed. */
let before: string[];

/** What the screens and programs read, of one project and across all. */
const READS = [
  '/tasks?limit=50',
  '/tasks?search=lamp&limit=50',
  '/tasks?assigneeIds=me&orderBy=DUE_ASC',
  '/tasks?overdue=true',
  '/projects',
  '/dashboard/stats',
  '/people',
  '/activity?limit=20',
  '/notifications',
  '/views',
  '/trash',
  '/analytics?from=2026-01-01&to=2026-11-20',
];

const signIn = async (): Promise<Client> => {
  const { body } = await new Client(server).rest('post', '/auth/login', {
    email: CAST[0].email,
    password: DEMO_PASSWORD,
  });
  return new Client(server, body.data.tokens.accessToken);
};

const readAll = (): Promise<string[]> =>
  Promise.all(
    READS.map(async (each) => {
      const { status, text } = await hanna.rest('get', each);
      expect(status, `${each}: ${text}`).toBe(200);
      return text;
    }),
  );

/** The plain statements of a file, one after another as `psql` sends them. */
const run = (name: string): Promise<unknown> => admin.query(`begin; ${statements(name)}; commit`);

beforeAll(async () => {
  database = await freshDatabase();
  admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  server = await startServer({ databaseUrl: database.url });
  await fillDemo(server.resources, new Date());
  hanna = await signIn();
  before = await readAll();
  await server.close();
  await run('1-keys.sql');
  server = await startServer({ databaseUrl: database.url });
  hanna = await signIn();
});
afterAll(async () => {
  await server.close();
  await admin.end();
  await database.drop();
});

describe('the keys for a database that is spread', () => {
  it('are such that every table that is spread may be, and nothing that stays behind refers to one', async () => {
    await run('plain-postgres.sql');
    await run('2-distribute.sql');
    await admin.query('select check_spread()');
    const { rows } = await admin.query('select name::text from spread where key is not null');
    expect(rows.length).toBeGreaterThan(20);
  });

  it.each([
    ['task', 'creator_id', 'project', 'is unique without creator_id'],
    ['comment', 'project_id', 'session', 'stands elsewhere'],
    ['held_notice', 'user_id', 'session', 'bulk_run is neither spread nor on every node'],
  ])('are refused where one is missing: %s by %s beside %s', async (name, key, beside, reason) => {
    const spread = `delete from spread where name = '${name}'::regclass;
      select create_distributed_table('${name}', '${key}', colocate_with => '${beside}')`;
    await expect(admin.query(spread)).rejects.toThrow(reason);
  });

  it('say of every id where it stands', async () => {
    const { rows } = await admin.query<{ missing: number }>(`select count(*)::int as missing from (
      select id, project_id from task union all select id, project_id from comment
      union all select id, project_id from checklist_item) it
      where not exists (select from place p where p.id = it.id and p.project_id = it.project_id)`);
    expect(rows).toEqual([{ missing: 0 }]);
  });
});

describe('the app on a plain database with these keys', () => {
  it('answers what it answered before', async () => {
    expect(await readAll()).toEqual(before);
  });

  it('writes as before, and knows a repeat', async () => {
    const project: { id: string } = (await hanna.rest('post', '/projects', { name: 'Spread' })).body.data;
    const task: { id: string } = (
      await hanna.rest('post', '/tasks', { projectId: project.id, title: 'One', priority: 'LOW' })
    ).body.data;
    const writes: [string, string, object?, Record<string, string>?][] = [
      ['put', `/tasks/${task.id}`, { title: 'Two' }],
      ['patch', `/tasks/${task.id}/status`, { status: 'DONE' }, { 'idempotency-key': 'done' }],
      ['patch', `/tasks/${task.id}/status`, { status: 'DONE' }, { 'idempotency-key': 'done' }],
      ['post', `/tasks/${task.id}/comments`, { text: 'Ready?' }],
      ['post', `/tasks/${task.id}/checklist`, { text: 'Crates' }],
      ['post', `/projects/${project.id}/invitations`, { email: 'wen@tern.example', role: 'MEMBER' }],
      ['post', '/views', { name: 'Mine', filter: { assigneeIds: ['me'] } }],
      ['delete', `/tasks/${task.id}`],
      ['post', `/tasks/${task.id}/restore`],
      ['delete', `/tasks/${task.id}`],
      ['delete', `/trash/${task.id}`],
      ['delete', `/projects/${project.id}`],
      ['post', `/projects/${project.id}/restore`],
    ];
    for (const [method, at, body, headers] of writes) {
      const { status, text } = await hanna.rest(method, at, body, headers);
      expect(status, `${method} ${at}: ${text}`).toBeLessThan(300);
    }
    const left = await admin.query('select 1 from comment where task_id = $1', [task.id]);
    expect(left.rowCount).toBe(0);
  });

  it('refuses an id that is taken in the same project', async () => {
    const person = await newPerson(server);
    const own = await newProject(person);
    const task = { id: randomUUID(), projectId: own.id, title: 'One', priority: 'LOW' };
    expect((await person.client.rest('post', '/tasks', task)).status).toBe(201);
    expect((await person.client.rest('post', '/tasks', { ...task, title: 'Other' })).status).toBe(409);
  });

  it('cannot do two things until it is told where they are, and does nothing by halves', async () => {
    const person: Person = await newPerson(server);
    const [from, into] = [await newProject(person), await newProject(person)];
    const task = await newTask(person, from.id);
    await person.client.rest('post', `/tasks/${task.id}/comments`, { text: 'Ready?' });
    const moved = await person.client.rest('patch', `/tasks/${task.id}/project`, { projectId: into.id });
    expect(moved.status).toBe(500);
    expect((await person.client.rest('get', `/tasks/${task.id}`)).body.data).toMatchObject({ projectId: from.id });
    expect((await person.client.rest('post', '/push', browserKeys())).status).toBe(500);
  });
});
