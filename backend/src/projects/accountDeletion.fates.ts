import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { ProjectFate } from '../../contract/accountDeletion.js';
import { AppError } from '../kernel/errors.js';
import { isActive } from '../users/user.reads.js';

/** A project that somebody owns who deletes their account. */
interface Owned {
  id: string;
  name: string;
  /** How many others belong to it and stay, and how many of them own it. */
  others: number;
  owners: number;
}

/** Whether what was said of somebody's projects can be done. */
export interface Fates {
  /** All projects that they own. */
  owned: readonly Owned[];
  /** What is wrong at `projects`, with a message for each project; none where all is well. */
  messages: readonly string[];
  /** Those that others need, and of which nothing was said. */
  unsaid: readonly Pick<Owned, 'id' | 'name'>[];
}

async function readOwned(em: EntityManager, userId: string): Promise<Owned[]> {
  const { rows } = await sql<Owned>`
    select p.id, p.name, count(a.id)::int as others, count(a.id) filter (where o.role = 'OWNER')::int as owners
    from project_member m join project p on p.id = m.project_id and p.deleted_at is null
    left join project_member o on o.project_id = m.project_id and o.user_id <> m.user_id
    left join account a on a.id = o.user_id and ${isActive}
    where m.user_id = ${userId} and m.role = 'OWNER'
    group by p.id order by p.created_at, p.id`.execute(em.getKysely());
  return rows;
}

/** Which of these new owners belong to their project and stay, by project. */
async function readHeirs(
  em: EntityManager,
  userId: string,
  fates: readonly ProjectFate[],
): Promise<ReadonlySet<string>> {
  const given = fates.filter(({ newOwnerId }) => newOwnerId != null);
  const { rows } = await sql<{ projectId: string }>`
    select m.project_id as "projectId"
    from unnest(${given.map(({ projectId }) => projectId)}::uuid[], ${given.map(({ newOwnerId }) => newOwnerId)}::uuid[])
      as wanted (project_id, user_id)
    join project_member m on m.project_id = wanted.project_id and m.user_id = wanted.user_id
    join account a on a.id = m.user_id and ${isActive}
    where m.user_id <> ${userId}`.execute(em.getKysely());
  return new Set(rows.map(({ projectId }) => projectId));
}

/**
 * Holds what somebody says of their projects against what these are. Each in which others would be left without an owner has
 * to be named; any other of theirs may be. A project that is foreign or absent is neither told from the other.
 */
export async function judgeFates(em: EntityManager, userId: string, fates: readonly ProjectFate[]): Promise<Fates> {
  const owned = await readOwned(em, userId);
  const heirs = await readHeirs(em, userId, fates);
  const byId = new Map(owned.map((project) => [project.id, project]));
  const said = new Set(fates.map(({ projectId }) => projectId));
  const unsaid = owned
    .filter(({ id, others, owners }) => others > 0 && owners === 0 && !said.has(id))
    .map(({ id, name }) => ({ id, name }));
  const wrong = fates.flatMap(({ projectId, newOwnerId }) => {
    const project = byId.get(projectId);
    if (!project) return [`You own no project ${projectId}`];
    if (newOwnerId == null || heirs.has(projectId)) return [];
    return [`“${project.name}”: the new owner must be another of its members`];
  });
  const missing = unsaid.map(({ name }) => `“${name}” needs a new owner, or to be deleted`);
  return { owned, messages: [...wrong, ...missing], unsaid };
}

/** The refusal of what was said, with the projects of which nothing was. */
export function refusalOfFates({ messages, unsaid }: Fates, others: Readonly<Record<string, string[]>> = {}): AppError {
  const fields = { ...others, ...(messages.length > 0 && { projects: [...messages] }) };
  return new AppError('VALIDATION_FAILED', Object.values(fields)[0]?.[0] ?? 'Invalid input', {
    fields,
    ...(unsaid.length > 0 && { data: { projects: unsaid } }),
  });
}
