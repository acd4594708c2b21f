import pg from 'pg';
import { newProject, newTask, type Person } from './client.js';

/** Frequent words, so that searches find many tasks. */
const WORDS = ['launch', 'venue', 'press', 'hull', 'paint', 'stage', 'lamp', 'firmware', 'crane', 'harbour'];

/** Copies are up to 100 days old; two in five are done, three in five have a due date. */
const COPIES = `
  create temp table copy as
    select gen_random_uuid() as id, n, 100 + n as revision,
      (array['${WORDS.join("','")}'])[1 + n % 10] || ' the ' || (array['${WORDS.join("','")}'])[1 + n / 10 % 10] || ' #' || n as title,
      (array['TODO','IN_PROGRESS','IN_REVIEW','DONE','DONE'])[1 + n % 5] as status,
      now() - interval '100 days' * ($2::int - n) / $2::int as at,
      case when n % 5 < 3 then now() - interval '50 days' + interval '100 days' * (n % 997) / 997 end as due
    from generate_series(1, $2::int) n where $1::uuid is not null`;
const TASKS = `
  insert into task
    select (jsonb_populate_record(t, jsonb_build_object('id', c.id, 'rank', 'g' || lpad(c.n::text, 7, '0') || 'V',
      'title', c.title, 'folded', c.title || E'\\n', 'status', c.status, 'due_date', c.due, 'version', c.revision,
      'created_at', c.at, 'updated_at', c.at))).*
    from task t cross join copy c where t.id = $1`;
/** Three log lines per task: created, started, current state. */
const LINES = `
  insert into change
    select (jsonb_populate_record(l, jsonb_build_object('revision', c.revision, 'n', s.n, 'entity_id', c.id,
      'action', case s.n when 0 then 'created' else 'updated' end,
      'at', c.at + (now() - c.at) * s.n / 3,
      'fields', case s.n
        when 0 then jsonb_build_object('title', jsonb_build_array(null, c.title), 'status', jsonb_build_array(null, 'TODO'))
        when 1 then jsonb_build_object('status', jsonb_build_array('TODO', 'IN_PROGRESS'))
        else jsonb_build_object('status', jsonb_build_array('IN_PROGRESS', c.status)) end))).*
    from change l cross join copy c cross join generate_series(0, 2) as s(n)
    where l.entity_id = $1 and l.action = 'created'`;

/**
 * Creates a project with many tasks and three log lines for each, as SQL copies of a task created by the API. Returns
 * the project's id.
 */
export async function seedTasks(owner: Person, databaseUrl: string, count: number): Promise<string> {
  const { id: projectId } = await newProject(owner, { name: `${count} tasks` });
  const { id: taskId } = await newTask(owner, projectId);
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query(COPIES, [taskId, count]);
    await client.query(TASKS, [taskId]);
    await client.query(LINES, [taskId]);
    await client.query('update project set revision = 1000 + $2::int where id = $1', [projectId, count]);
    await client.query('vacuum analyze task');
    await client.query('vacuum analyze change');
  } finally {
    await client.end();
  }
  return projectId;
}
