// The baseline of throughput: the same 50 rows for the same signed-in person with minimal Node.js code. One HTTP server, one
// pool, the same check of token and session, one prepared statement per list, one JSON.stringify.
import { createServer } from 'node:http';
import path from 'node:path';
import jwt from 'jsonwebtoken';
import pg from 'pg';
import { root } from '../scripts/build.mjs';

// what the app computes: a column's id from project and status, the beginning of a description
const built = (file) => import(path.join(root, 'dist/backend', file));
const { columnIdSql } = await built('src/columns/homeColumns.js');
const { excerptTask } = await built('contract/excerpt.js');

const { DATABASE_URL, JWT_SECRET = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });

const SESSION = {
  name: 'session',
  text: 'select 1 from session where id = $1 and user_id = $2 and revoked_at is null and expires_at > $3',
};
const listOf = (more = '') => `
  select t.id, t.project_id as "projectId", t.title, t.description, t.status, t.priority,
    t.due_date as "dueDate", t.tags, t.rank, t.version, t.creator_id as "creatorId", t.assignee_id as "assigneeId",
    t.created_at as "createdAt", t.updated_at as "updatedAt",
    (select count(*)::int from comment c where c.task_id = t.id and c.deleted_at is null) as "commentCount" ${more}
  from task t
  where t.deleted_at is null
    and t.project_id = any(array(select m.project_id from project_member m where m.user_id = $1))
  order by t.created_at desc, t.id desc limit 51`;
/** The other columns of the full REST rows. */
const ALL = `, t.completed_at as "completedAt", ${columnIdSql('t')} as "columnId",
  (case when t.due_day_time = t.due_date then t.due_day end)::text as "dueDay", t.start_date::text as "startDate",
  t.parent_id as "parentId", t.repeat, t.series_id as "seriesId", t.occurrence`;
/** Lists by path: the fields of the bench's GraphQL document, and the full REST rows. */
const LISTS = {
  '/': { name: 'tasks', text: listOf() },
  '/all': {
    name: 'all',
    // parts are only counted for the page
    text: `select t.*, items.total as "checklistTotal", items.done as "checklistDone", subtasks.total as "subtasksTotal",
        subtasks.done as "subtasksDone", files.*, n.number, p.key || '-' || n.number as key,
        (select count(*)::int from task_relation r join task b on b.id = r.task_id and b.status <> 'DONE' and b.deleted_at is null
          where r.other_id = t.id and r.kind = 'BLOCKS' and r.deleted_at is null) as "openBlockers"
      from (${listOf(ALL)}) t cross join lateral (
        select count(*)::int as total, count(*) filter (where done)::int as done
        from checklist_item where task_id = t.id and deleted_at is null) items
      cross join lateral (
        select count(*)::int as total, count(*) filter (where s.status = 'DONE')::int as done
        from task s where s.parent_id = t.id and s.deleted_at is null) subtasks
      cross join lateral (
        select count(*)::int as "attachmentCount", (array_agg(f.id) filter (where f.is_cover))[1] as "coverId"
        from attachment f where f.task_id = t.id and f.deleted_at is null) files
      join project p on p.id = t."projectId"
      left join task_number n on n.task_id = t.id and n.project_id = t."projectId"
      order by t."createdAt" desc, t.id desc`,
  },
};

async function answer(request) {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
  const claims = jwt.verify(token, JWT_SECRET, { algorithms: ['HS256'], audience: 'cairn' });
  const { rowCount } = await pool.query(SESSION, [claims.sid, claims.sub, new Date()]);
  if (rowCount === 0) throw new Error('no session');
  const list = LISTS[request.url];
  const { rows } = await pool.query(list, [claims.sub]);
  const page = rows.slice(0, 50);
  return JSON.stringify({
    data: list.name === 'all' ? page.map((row) => Object.assign(row, { excerpt: excerptTask(row) })) : page,
  });
}

const server = createServer((request, response) => {
  answer(request).then(
    (body) => response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body),
    (error) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port })));

process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void pool.end();
});
