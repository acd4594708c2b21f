import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';

/** The data that the measured person sees. */
const MINE = { projects: 5, tasksEach: 400, members: 6 };
/** All other people, in projects of the same size. */
const OTHERS = { people: 1_000, tasksEach: 400, membersEach: 4 };

/** Words of titles and descriptions; the first ones are frequent, as in real texts. */
const WORDS = `launch venue press hull paint stage lamp firmware crane harbour budget review draft survey anchor beacon
  cable deck engine flag gasket hatch inlet jetty keel ladder mast nozzle oar pump quay rudder sail tiller valve winch
  yard zinc alloy bracket clamp dowel emitter ferry gauge hinge insert joint knob lever mortar needle outlet panel
  ratchet sensor tripod upright vent washer axle bolt`.split(/\s+/);

/** A random word; squaring favours the first ones. */
const WORD = `(array['${WORDS.join("','")}'])[1 + floor(random() * random() * ${WORDS.length})::int]`;
const LATE = `now() - random() * interval '700 days'`;

const oneOf = (list) => `(array[${list}])[1 + floor(random() * array_length(array[${list}], 1))::int]`;

/** The token of an inserted person with a session. */
export const tokenOf = ({ userId, sessionId }, secret) =>
  jwt.sign({ sid: sessionId }, secret, { subject: userId, audience: 'cairn', expiresIn: '1d' });

/** Inserts projects and their members. Their creation needs no log here. */
const projects = (count, members) => `
  create temp table new_project as select gen_random_uuid() as id, n from generate_series(1, ${count}) n;
  insert into project (id, name, description, color, revision, version, created_at, updated_at)
    select id, 'Project ' || n, ${WORD} || ' and ' || ${WORD}, '#2c89a0', 100000, 1, now() - interval '800 days', now()
    from new_project;
  create temp table new_member as ${members};
  insert into project_member (project_id, user_id, role, joined_at)
    select project_id, user_id, (case when place = 1 then 'OWNER' else 'MEMBER' end)::project_role,
      now() - interval '800 days' + place * interval '1 minute' from new_member`;

/** Inserts tasks of the new projects with their log (created; two in five with a later change of status) and comments. */
const tasks = (each) => `
  create temp table new_task as
    select gen_random_uuid() as id, p.id as project_id, i as n, ${LATE} as created_at, random() as luck,
      m.user_id as creator_id,
      initcap(${WORD}) || ' the ' || ${WORD} || ' by the ' || ${WORD} || ' #' || i as title,
      'What has to be ready for the ' || ${WORD} || ', who decides on the ' || ${WORD} || ', and what when it fails.'
        as description
    from new_project p cross join generate_series(1, ${each}) i
    join new_member m on m.project_id = p.id and m.place = 1 + i % 4;
  insert into task (id, project_id, title, description, folded, status, priority, due_date, tags, rank, version,
      creator_id, assignee_id, created_at, updated_at)
    select id, project_id, title, description, lower(title || E'\\n' || description),
      ${oneOf("'TODO','TODO','IN_PROGRESS','IN_REVIEW','DONE','DONE'")}::task_status,
      ${oneOf("'LOW','MEDIUM','HIGH','URGENT'")}::task_priority,
      case when luck < 0.6 then created_at + random() * interval '200 days' end,
      case when luck < 0.3 then array[${WORD}, ${WORD}] else array[]::text[] end,
      'g' || lpad(n::text, 7, '0') || 'V', n, creator_id, case when luck < 0.7 then creator_id end, created_at,
      case when luck < 0.4 then least(created_at + random() * interval '60 days', now()) else created_at end
    from new_task;
  insert into change (project_id, revision, n, entity, entity_id, action, actor_id, fields, at)
    select project_id, n, 0, 'task', id, 'created', creator_id,
      jsonb_build_object('title', jsonb_build_array(null, 'Task'), 'status', jsonb_build_array(null, 'TODO')), created_at
    from new_task;
  insert into change (project_id, revision, n, entity, entity_id, action, actor_id, fields, at)
    select project_id, ${each} + n, 0, 'task', id, 'updated', creator_id,
      jsonb_build_object('status', jsonb_build_array('TODO', 'DONE')),
      least(created_at + random() * interval '60 days', now())
    from new_task where luck < 0.4;
  insert into comment (id, project_id, task_id, author_id, text, version, created_at, updated_at)
    select gen_random_uuid(), project_id, id, creator_id, 'What about the ' || ${WORD} || '?', 1, created_at, created_at
    from new_task where luck < 0.3`;

const CLEAN_UP = 'drop table new_task, new_member, new_project';

const account = (
  id,
  name,
) => `insert into account (id, first_name, last_name, username, email, password_hash, created_at, updated_at)
  values ('${id}', 'Mara', 'Okafor', '${name}', '${name}@tern.example', '', now(), now())`;

/**
 * Inserts a person with five projects of 400 tasks each, and colleagues. By SQL, because a million tasks through the API would
 * take hours.
 * @returns the person and a session
 */
export async function fillMine(client) {
  const [userId, sessionId] = [randomUUID(), randomUUID()];
  await client.query('select setseed(0.42)');
  await client.query(account(userId, 'mara'));
  await client.query(`insert into session (id, user_id, user_agent, address, new_device, created_at, last_seen_at, expires_at)
    values ('${sessionId}', '${userId}', 'bench', '127.0.0.1', false, now(), now(), now() + interval '1 day')`);
  await client.query(`insert into account (id, first_name, last_name, username, email, password_hash, created_at, updated_at)
    select gen_random_uuid(), 'Ines', 'Sol', 'person' || n, 'person' || n || '@tern.example', '', now(), now()
    from generate_series(1, ${OTHERS.people}) n`);
  await client.query(
    projects(
      MINE.projects,
      `select p.id as project_id, '${userId}'::uuid as user_id, 1 as place from new_project p union all
       select p.id, a.id, 1 + row_number() over (partition by p.id) from new_project p,
         (select id from account where username like 'person%' order by username limit ${MINE.members - 1}) a`,
    ),
  );
  await client.query(tasks(MINE.tasksEach));
  await client.query(`insert into notification (id, user_id, kind, title, message, read, actor_id, task_id, project_id, created_at)
    select gen_random_uuid(), '${userId}', 'TASK_ASSIGNED', 'A task for you', title, n % 3 > 0, creator_id, id, project_id, created_at
    from new_task where n <= 120`);
  const { rows } = await client.query('select id from new_project order by n');
  await client.query(CLEAN_UP);
  return { userId, sessionId, projectIds: rows.map(({ id }) => id), tasks: MINE.projects * MINE.tasksEach };
}

/** Inserts tasks into other people's projects. */
export async function fillOthers(client, count) {
  await client.query(
    projects(
      Math.ceil(count / OTHERS.tasksEach),
      `select id as project_id, user_id, place from new_project p, generate_series(1, ${OTHERS.membersEach}) place,
         lateral (select id as user_id from person where number = 1 + (p.n * 7 + place) % ${OTHERS.people}) a`,
    ).replace(
      'create temp table new_member',
      `create temp table person as
         select id, row_number() over (order by username) as number from account where username like 'person%';
       create temp table new_member`,
    ),
  );
  await client.query(tasks(OTHERS.tasksEach));
  await client.query(`${CLEAN_UP}, person`);
}

/**
 * Inserts people in teams of ten, each with its projects; by SQL, and the same in every run except for the ids.
 * @returns per person the id, a session and the tasks of their projects
 */
export async function fillTeams(client, { teams, projectsEach, tasksEach }) {
  const size = 10;
  await client.query('select setseed(0.42)');
  await client.query(`insert into account (id, first_name, last_name, username, email, password_hash, created_at, updated_at)
    select gen_random_uuid(), 'Ines', 'Sol' || n, 'person' || lpad(n::text, 6, '0'), 'person' || n || '@tern.example', '',
      now(), now()
    from generate_series(0, ${teams * size - 1}) n`);
  await client.query(`insert into session (id, user_id, user_agent, address, new_device, created_at, last_seen_at, expires_at)
    select gen_random_uuid(), id, 'bench', '127.0.0.1', false, now(), now(), now() + interval '1 day' from account`);
  await client.query(
    projects(
      teams * projectsEach,
      `select p.id as project_id, a.id as user_id, 1 + a.number % ${size} as place from new_project p
       join (select id, row_number() over (order by username) - 1 as number from account) a
         on a.number / ${size} = (p.n - 1) / ${projectsEach}`,
    ),
  );
  await client.query(tasks(tasksEach));
  await client.query(CLEAN_UP);
  const { rows } = await client.query(`select a.id as "userId", s.id as "sessionId",
      (select jsonb_agg(jsonb_build_object('id', t.id, 'projectId', t.project_id) order by t.title, t.id)
       from project_member m, lateral (
         select id, project_id, title from task where project_id = m.project_id and status <> 'DONE'
         order by title, id limit 8) t
       where m.user_id = a.id) as tasks
    from account a join session s on s.user_id = a.id order by a.username`);
  return rows;
}

/** Runs `work` without the secondary indexes of these tables, and creates them again. */
export async function withoutIndexes(client, tables, work) {
  const { rows } = await client.query({
    text: `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i where i.indrelid = any($1::regclass[])
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    values: [tables],
  });
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  for (const { definition } of rows) await client.query(definition);
}
