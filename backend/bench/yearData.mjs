import { randomUUID } from 'node:crypto';

/** A team's year: this many tasks, with four log lines each. */
export const YEAR = { projects: 5, people: 10, tasks: 100_000 };

/** Histories of a task, with cumulative probabilities. Six of ten tasks are done, some of them twice. */
const WAYS = [
  { upTo: 0.1, way: 'TODO' },
  { upTo: 0.25, way: 'TODO,IN_PROGRESS' },
  { upTo: 0.4, way: 'TODO,IN_PROGRESS,IN_REVIEW' },
  { upTo: 0.85, way: 'TODO,IN_PROGRESS,IN_REVIEW,DONE' },
  { upTo: 1, way: 'TODO,IN_PROGRESS,DONE,IN_PROGRESS,DONE' },
];
const steps = `case ${WAYS.map(({ upTo, way }) => `when luck < ${upTo} then '{${way}}'`).join(' ')} end::text[]`;

/** A random person of the team; one in five tasks is unassigned. */
const ANYBODY = `(select case when random() < 0.8 and i is not null then ids[1 + floor(random() * ${YEAR.people})::int] end from team)`;

/**
 * Writes projects of a team with tasks that were created, worked on, reassigned and completed over a year. The state of
 * each task agrees with its log. By SQL. @returns one of the team: person and session
 */
export async function fillYear(client) {
  const [userId, sessionId] = [randomUUID(), randomUUID()];
  await client.query('select setseed(0.42)');
  await client.query(`
    insert into account (id, first_name, last_name, username, email, password_hash, created_at, updated_at)
      select case when n = 1 then '${userId}' else gen_random_uuid() end, 'Wren', 'Person ' || n, 'team' || n,
        'team' || n || '@tern.example', '', now(), now() from generate_series(1, ${YEAR.people}) n;
    insert into session (id, user_id, user_agent, address, new_device, created_at, last_seen_at, expires_at)
      values ('${sessionId}', '${userId}', 'bench', '127.0.0.1', false, now(), now(), now() + interval '1 day');
    create temp table team as select array_agg(id order by username) as ids from account where username like 'team%';
    create temp table place as select gen_random_uuid() as id, n from generate_series(1, ${YEAR.projects}) n;
    insert into project (id, name, description, color, revision, version, created_at, updated_at)
      select id, 'Year ' || n, '', '#2c89a0', 1000000, 1, now() - interval '370 days', now() from place;
    insert into project_member (project_id, user_id, role, joined_at)
      select place.id, person, 'OWNER', now() - interval '370 days' + nth * interval '1 second'
      from team, place, unnest(ids) with ordinality as member(person, nth);
    create temp table made as
      select *, ${steps} as steps,
        case when random() < 0.6 then ${ANYBODY} else first_assignee end as last_assignee
      from (select gen_random_uuid() as id, i, place.id as project_id, random() as luck,
          now() - random() * interval '364 days' as created_at, ${ANYBODY} as first_assignee
        from generate_series(1, ${YEAR.tasks}) i join place on place.n = 1 + i % ${YEAR.projects}) task;
    create temp table line as
      select project_id, id, at, fields, action, row_number() over (partition by project_id order by at, id, n) as revision
      from (
        select project_id, id, 0 as n, 'created' as action, created_at as at, jsonb_build_object(
            'title', jsonb_build_array(null, 'Task ' || i), 'status', jsonb_build_array(null, 'TODO'),
            'assigneeId', jsonb_build_array(null, first_assignee)) as fields
          from made
        union all
        select project_id, id, n, 'updated', created_at + least(now() - created_at, interval '20 days') * (n / 6.0),
          jsonb_build_object('status', jsonb_build_array(steps[n], steps[n + 1]))
          from made, generate_series(1, cardinality(steps) - 1) n
        union all
        select project_id, id, 1, 'updated', created_at + least(now() - created_at, interval '20 days') * (1.5 / 6.0),
          jsonb_build_object('assigneeId', jsonb_build_array(first_assignee, last_assignee))
          from made where first_assignee is distinct from last_assignee) told;
    insert into task (id, project_id, title, description, folded, status, priority, due_date, tags, rank, version,
        creator_id, assignee_id, created_at, updated_at, completed_at)
      select id, project_id, 'Task ' || i, '', 'task ' || i || E'\\n', steps[cardinality(steps)]::task_status,
        'MEDIUM', case when i % 2 = 0 then created_at + interval '30 days' end, '{}', 'h' || lpad(i::text, 7, '0') || 'V',
        1, '${userId}', last_assignee, created_at, created_at,
        case when steps[cardinality(steps)] = 'DONE' then done_at end
      from made left join (
        select id, max(at) as done_at from line where fields #>> '{status,1}' = 'DONE' group by id) done using (id);
    insert into change (project_id, revision, n, entity, entity_id, action, actor_id, fields, at)
      select project_id, revision, 0, 'task', id, action, '${userId}', fields, at from line;
    drop table line, made, place, team`);
  return { userId, sessionId };
}
