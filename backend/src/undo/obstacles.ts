import { sql } from 'kysely';
import { UNDO } from '../../contract/limits.js';
import type { Context } from '../kernel/context.js';
import { type AppError, conflict } from '../kernel/errors.js';
import { toJsonb } from '../kernel/toJsonb.js';
import { presentFound } from '../users/user.presenter.js';
import { userLoader } from '../users/user.reads.js';
import type { Made, Obstacle, Undoing } from './undoing.js';

const tableOf = (made: readonly Made[]) => sql`
  jsonb_to_recordset(${toJsonb(
    made.map(({ projectId, id, actorId, since }) => ({ project_id: projectId, id, actor_id: actorId, since })),
  )}) as made(project_id uuid, id uuid, actor_id uuid, since timestamptz)`;

/** What others have said about tasks that are to go again. */
async function saidByOthers({ tx, madeTasks }: Undoing): Promise<Obstacle[]> {
  if (madeTasks.length === 0) return [];
  const { rows } = await sql<Obstacle>`
    select c.project_id as "projectId", 'comment' as entity, c.id, 'text' as field, null as mine, to_jsonb(c.text) as now
    from ${tableOf(madeTasks)} join comment c on c.task_id = made.id and c.deleted_at is null
      and c.author_id <> made.actor_id and c.created_at >= made.since
    union all
    select i.project_id, 'checklist_item', i.id, 'text', null, to_jsonb(i.text)
    from ${tableOf(madeTasks)} join checklist_item i on i.task_id = made.id and i.deleted_at is null
    join change c on c.project_id = i.project_id and c.entity_id = i.id and c.action = 'created' and not c.fields ? 'projectId'
      and c.actor_id <> made.actor_id and c.at >= made.since
    limit ${UNDO.conflicts}`.execute(tx.em.getKysely());
  return rows;
}

/** What others have brought into projects that are to go again: their tasks, what they said, and that they are there. */
async function broughtByOthers({ tx, madeProjects }: Undoing): Promise<Obstacle[]> {
  if (madeProjects.length === 0) return [];
  const made = tableOf(madeProjects);
  const { rows } = await sql<Obstacle>`
    (select t.project_id as "projectId", 'task' as entity, t.id, 'title' as field, null as mine, to_jsonb(t.title) as now
      from ${made} join task t on t.project_id = made.id and t.deleted_at is null and t.creator_id <> made.actor_id
      limit ${UNDO.conflicts})
    union all
    (select c.project_id, 'comment', c.id, 'text', null, to_jsonb(c.text)
      from ${made} join comment c on c.project_id = made.id and c.deleted_at is null and c.author_id <> made.actor_id
      limit ${UNDO.conflicts})
    union all
    (select m.project_id, 'member', m.user_id, 'role', null, to_jsonb(m.role::text)
      from ${made} join project_member m on m.project_id = made.id and m.user_id <> made.actor_id
      limit ${UNDO.conflicts})`.execute(tx.em.getKysely());
  return rows;
}

/** Tasks that came along with what is taken back, and are somebody else's by now. `touched`: those that are taken back one by one. */
async function reassigned({ tx, acts }: Undoing, touched: readonly string[]): Promise<Obstacle[]> {
  const { rows } = await sql<Obstacle>`
    select c.project_id as "projectId", 'task' as entity, t.id, 'assigneeId' as field,
      c.fields #> '{assigneeId,1}' as mine, to_jsonb(t.assignee_id) as now
    from unnest(${acts.map(({ projectId }) => projectId)}::uuid[], ${acts.map(({ revision }) => revision)}::int[])
      as wanted(project_id, revision)
    join change c using (project_id, revision) join task t on t.id = c.entity_id and t.project_id = c.project_id
    where c.entity = 'task' and c.because = 'cascade' and c.fields ? 'assigneeId' and t.deleted_at is null
      and t.id <> all(${[...touched]}::uuid[]) and t.assignee_id is distinct from (c.fields #>> '{assigneeId,1}')::uuid
    limit ${UNDO.conflicts}`.execute(tx.em.getKysely());
  return rows;
}

/** Open tasks that people have been given who are to go again, beyond those that these acts themselves gave them. */
async function givenSince(
  { tx, acts }: Undoing,
  goers: readonly [projectId: string, userId: string][],
): Promise<Obstacle[]> {
  if (goers.length === 0) return [];
  const { rows } = await sql<Obstacle>`
    select t.project_id as "projectId", 'task' as entity, t.id, 'assigneeId' as field, null as mine,
      to_jsonb(t.assignee_id) as now
    from unnest(${goers.map(([projectId]) => projectId)}::uuid[], ${goers.map(([, userId]) => userId)}::uuid[])
      as goer(project_id, user_id)
    join task t on t.project_id = goer.project_id and t.assignee_id = goer.user_id and t.status <> 'DONE' and t.deleted_at is null
    where not exists (
      select 1 from unnest(${acts.map(({ projectId }) => projectId)}::uuid[], ${acts.map(({ revision }) => revision)}::int[])
        as wanted(project_id, revision)
      join change c using (project_id, revision)
      where c.entity_id = t.id and c.project_id = t.project_id and c.fields ? 'assigneeId')
    limit ${UNDO.conflicts}`.execute(tx.em.getKysely());
  return rows;
}

/** All that stands in the way; what is not looked at here was noted line by line. */
export async function findObstacles(
  undoing: Undoing,
  touched: readonly string[],
  goers: readonly [projectId: string, userId: string][],
): Promise<Obstacle[]> {
  return [
    ...undoing.obstacles,
    ...(await saidByOthers(undoing)),
    ...(await broughtByOthers(undoing)),
    ...(await reassigned(undoing, touched)),
    ...(await givenSince(undoing, goers)),
  ].slice(0, UNDO.conflicts);
}

/** Who brought each of these about: the last line of the log that speaks of the field, or made the object. */
async function authorsOf(ctx: Context, obstacles: readonly Obstacle[]): Promise<(string | null)[]> {
  const rows = obstacles.map(({ projectId, id, field }, place) => ({ project_id: projectId, id, field, place }));
  const { rows: found } = await sql<{ actorId: string | null }>`
    select last.actor_id as "actorId"
    from jsonb_to_recordset(${toJsonb(rows)}) as it(project_id uuid, id uuid, field text, place int)
    left join lateral (
      select actor_id from change c
      where c.project_id = it.project_id and c.entity_id = it.id and c.fields ? it.field
      order by revision desc limit 1) last on true
    order by place`.execute(ctx.em.getKysely());
  return found.map(({ actorId }) => actorId);
}

/** CONFLICT with what stands in the way, and by whom; read when the transaction is over. */
export const conflictOf = (ctx: Context, obstacles: readonly Obstacle[]): AppError =>
  conflict('This cannot be undone: something has changed since', async () => {
    const authors = await authorsOf(ctx, obstacles);
    const people = await Promise.all(authors.map(async (id) => (id === null ? null : userLoader(ctx).load(id))));
    return {
      conflicts: obstacles.map((obstacle, at) => {
        const person = people[at];
        return { ...obstacle, by: person ? presentFound(person) : null };
      }),
    };
  });
