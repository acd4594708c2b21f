import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { proposeKey, readOwnedKeys } from '../projects/projectKey.js';
import type { Resources } from '../request/context.js';

/** Tasks numbered by one statement. */
const BATCH = 1_000;

/** `task t` has no number in its project. */
const UNNUMBERED = sql`not exists (
  select 1 from task_number n where n.task_id = t.id and n.project_id = t.project_id)`;

/** Locks a project, so that no command assigns numbers meanwhile. Returns false if the project no longer exists. */
async function lockProject(em: EntityManager, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from project where id = ${id} for no key update`.execute(em.getKysely());
  return rows.length > 0;
}

/** Proposes a key for a project without one. It must differ from the keys of all projects of the project's owners. */
async function fillProjectKey(em: EntityManager, id: string): Promise<void> {
  if (!(await lockProject(em, id))) return;
  const db = em.getKysely();
  const { rows } = await sql<{ name: string; ownerId: string | null }>`
    select p.name, m.user_id as "ownerId" from project p
    left join project_member m on m.project_id = p.id and m.role = 'OWNER'
    where p.id = ${id} and p.key is null`.execute(db);
  const [first] = rows;
  if (!first) return;
  const taken = new Set<string>();
  for (const { ownerId } of rows) {
    if (ownerId !== null) for (const key of await readOwnedKeys(em, ownerId)) taken.add(key);
  }
  await sql`update project set key = ${proposeKey(first.name, taken)} where id = ${id}`.execute(db);
}

/** Numbers a project's tasks without a number, in the order of their creation. Returns how many were numbered. */
async function numberBatch(em: EntityManager, projectId: string): Promise<number> {
  if (!(await lockProject(em, projectId))) return 0;
  const { numAffectedRows } = await sql`
    insert into task_number (project_id, number, task_id)
    select ${projectId}, (select coalesce(max(number), 0) from task_number where project_id = ${projectId})
      + row_number() over (order by created_at, id), id
    from (
      select t.created_at, t.id from task t where t.project_id = ${projectId} and ${UNNUMBERED}
      order by t.created_at, t.id limit ${BATCH}
    ) t`.execute(em.getKysely());
  return Number(numAffectedRows ?? 0);
}

const inTransaction = <T>(orm: MikroORM, work: (em: EntityManager) => Promise<T>): Promise<T> =>
  orm.em.fork().transactional(work);

/**
 * Assigns keys to projects, and numbers to tasks, that an earlier version has created. Nothing is logged, and versions
 * stay unchanged.
 */
export async function fillKeys({ orm }: Pick<Resources, 'orm'>): Promise<void> {
  const db = orm.em.fork().getKysely();
  const { rows: unnamed } = await sql<{ id: string }>`
    select id from project where key is null and purged_at is null order by created_at, id`.execute(db);
  for (const { id } of unnamed) await inTransaction(orm, (em) => fillProjectKey(em, id));
  const { rows: incomplete } = await sql<{ id: string }>`
    select p.id from project p where p.purged_at is null
      and exists (select 1 from task t where t.project_id = p.id and ${UNNUMBERED})`.execute(db);
  for (const { id } of incomplete) {
    while ((await inTransaction(orm, (em) => numberBatch(em, id))) === BATCH);
  }
}
