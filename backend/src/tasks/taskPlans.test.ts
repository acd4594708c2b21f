import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TASK_ORDERS, type TaskOrder } from '../../contract/enums.js';
import { newPerson, newProject, type Person } from '../../test/client.js';
import { startServer, type TestServer } from '../../test/harness.js';
import { manyTasks } from '../../test/manyTasks.js';
import { rows } from '../../test/rows.js';

/** By which index each order is read; backwards where it has none of its own. */
const INDEX: Record<TaskOrder, string> = {
  CREATED_DESC: 'created_at',
  CREATED_ASC: 'created_at',
  UPDATED_DESC: 'updated_at',
  UPDATED_ASC: 'updated_at',
  DUE_DESC: 'due_date_desc',
  DUE_ASC: 'due_date',
  PRIORITY_DESC: 'priority',
  PRIORITY_ASC: 'priority',
  TITLE_DESC: 'title',
  TITLE_ASC: 'title',
  COMPLETED_DESC: 'completed_at_desc',
  COMPLETED_ASC: 'completed_at',
  RANK_ASC: 'rank',
};

let server: TestServer;
let mara: Person;
let database: pg.Client;
beforeAll(async () => {
  server = await startServer();
  mara = await newPerson(server);
  for (let n = 0; n < 2; n += 1) {
    const { id } = await newProject(mara);
    await manyTasks(server, id, mara.id, 4_000);
  }
  await rows(
    server,
    `update task set created_at = now() - random() * interval '90 days', updated_at = now() - random() * interval '90 days',
       due_date = case when random() < 0.5 then now() + random() * interval '90 days' end,
       completed_at = case when random() < 0.5 then now() - random() * interval '90 days' end`,
  );
  // of all tasks hers are one in five, of all projects she has two, and each task has a line in the log
  const others = await rows<{ id: string }>(
    server,
    `insert into project (id, name, description, color, revision, version, created_at, updated_at)
     select gen_random_uuid(), 'Project ' || n, '', '#2c89a0', 1, 1, now(), now() from generate_series(1, 80) n returning id`,
  );
  for (const { id } of others) await manyTasks(server, id, mara.id, 400);
  await rows(
    server,
    `insert into change (project_id, revision, n, entity, entity_id, action, actor_id, fields, at)
     select project_id, 10 + row_number() over (partition by project_id order by id), 0, 'task', id, 'created', creator_id,
       jsonb_build_object('status', jsonb_build_array(null, 'TODO')), created_at from task`,
  );
  await rows(server, 'analyze task');
  await rows(server, 'analyze change');
  database = new pg.Client({ connectionString: server.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await server.close();
});

it.each(TASK_ORDERS)('a page of 8,000 tasks by %s reads of each project what the page needs', async (orderBy) => {
  const before = server.statements.length;
  await mara.client.rest('get', `/tasks?limit=10&orderBy=${orderBy}`);
  const statement = server.statements.slice(before).find((text) => text.includes('cross join lateral')) ?? '';
  // how many rows, where that is not said in the text
  const sizes = [...statement.matchAll(/limit \$/g)].map(() => 11);
  const { rows: plan } = await database.query<{ 'QUERY PLAN': string }>(`explain ${statement}`, [mara.id, ...sizes]);
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  // ranks are unique but for ties that nobody makes, so what is sorted is always one row
  const sorted = orderBy === 'RANK_ASC' ? '-> +Incremental Sort [^\\n]*\\n[^\\n]*\\n +Presorted Key: t.rank\\n +' : '';
  const scan = `-> +Index Scan (Backward )?using task_project_id_${INDEX[orderBy]}_(index|unique) on task t`;
  expect(text).toMatch(new RegExp(`Limit[^\\n]*\\n +${sorted}${scan}`));
});

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** The plan for any values. `explain (generic_plan)` needs PostgreSQL 16; a prepared statement has one on 15, too. */
async function genericPlan(statement: string): Promise<string> {
  const values = Math.max(0, ...[...statement.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)));
  await database.query(`set plan_cache_mode = force_generic_plan; prepare planned as ${statement}`);
  try {
    const nulls = values > 0 ? `(${Array(values).fill('null').join(', ')})` : '';
    const { rows: plan } = await database.query<{ 'QUERY PLAN': string }>(`explain execute planned${nulls}`);
    return plan.map((line) => line['QUERY PLAN']).join('\n');
  } finally {
    await database.query('deallocate planned; reset plan_cache_mode');
  }
}

it.each([
  ...['STATUS', 'PROJECT', 'ASSIGNEE', 'DUE'].map((by) => `/tasks/groups?groupBy=${by}`),
  '/people',
  '/dashboard/stats',
  '/activity',
  `/analytics?from=${day(30)}&to=${day(0)}`,
  // what was remembered goes on with what was written since
  `/analytics?from=${day(30)}&to=${day(0)}&assigneeId=none`,
])('%s reads of all tasks and of the log no more than by an index', async (path) => {
  if (path.endsWith('none')) {
    const { body } = await mara.client.rest('get', '/tasks?limit=1');
    await mara.client.rest('patch', `/tasks/${body.data[0].id}/status`, { status: 'DONE' });
  }
  const before = server.statements.length;
  expect((await mara.client.rest('get', path)).status).toBe(200);
  const statements = server.statements.slice(before).filter((text) => /(?:from|join) (?:task t|change c)\b/.test(text));
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) {
    expect(await genericPlan(statement)).not.toMatch(/Seq Scan on (?:task|change)\b/);
  }
});
