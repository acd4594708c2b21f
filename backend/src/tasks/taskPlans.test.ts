import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TASK_ORDERS, type TaskOrder } from '../../contract/enums.js';
import { newPerson, newProject, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { insertManyTasks } from '../../test/support/insertManyTasks.js';
import { rows } from '../../test/support/rows.js';

/** The index of each order; scanned backwards if it has none of its own. */
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
    await insertManyTasks(server, id, mara.id, 4_000);
  }
  await rows(
    server,
    `update task set created_at = now() - random() * interval '90 days', updated_at = now() - random() * interval '90 days',
       due_date = case when random() < 0.5 then now() + random() * interval '90 days' end,
       completed_at = case when random() < 0.5 then now() - random() * interval '90 days' end`,
  );
  // One task in five and two projects are hers; each task has a line in the log.
  const others = await rows<{ id: string }>(
    server,
    `insert into project (id, name, description, color, revision, version, created_at, updated_at)
     select gen_random_uuid(), 'Project ' || n, '', '#2c89a0', 1, 1, now(), now() from generate_series(1, 80) n returning id`,
  );
  for (const { id } of others) await insertManyTasks(server, id, mara.id, 400);
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

it.each(TASK_ORDERS)('a page of 8,000 tasks by %s reads only the needed rows of each project', async (orderBy) => {
  const before = server.statements.length;
  await mara.client.rest('get', `/tasks?limit=10&orderBy=${orderBy}`);
  const statement = server.statements.slice(before).find((text) => text.includes('cross join lateral')) ?? '';
  // The limit, if it is a parameter.
  const sizes = [...statement.matchAll(/limit \$/g)].map(() => 11);
  const { rows: plan } = await database.query<{ 'QUERY PLAN': string }>(`explain ${statement}`, [mara.id, ...sizes]);
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  // Ranks are unique, so each sort has a single row.
  const sorted = orderBy === 'RANK_ASC' ? '-> +Incremental Sort [^\\n]*\\n[^\\n]*\\n +Presorted Key: t.rank\\n +' : '';
  const scan = `-> +Index Scan (Backward )?using task_project_id_${INDEX[orderBy]}_(index|unique) on task t`;
  expect(text).toMatch(new RegExp(`Limit[^\\n]*\\n +${sorted}${scan}`));
});

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** Returns the generic plan. `explain (generic_plan)` needs PostgreSQL 16; a prepared statement also works on 15. */
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
  // The cached figures include later changes.
  `/analytics?from=${day(30)}&to=${day(0)}&assigneeId=none`,
])('%s reads tasks and the log only through an index', async (path) => {
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

it('an unknown key is looked for through the index of keys, among any number of projects', async () => {
  await rows(
    server,
    `insert into project (id, name, description, color, key, revision, version, created_at, updated_at)
     select gen_random_uuid(), 'Project ' || n, '', '#2c89a0', 'P' || n, 1, 1, now(), now() from generate_series(1, 5000) n
     returning id`,
  );
  await rows(server, 'analyze project');
  const before = server.statements.length;
  expect((await mara.client.rest('get', '/tasks/NONE-1')).status).toBe(404);
  const statement = server.statements.slice(before).find((text) => text.includes('former_project_key')) ?? '';
  // The table of keys has no alias.
  expect(await genericPlan(statement)).not.toMatch(/Seq Scan on project {2}/);
});
