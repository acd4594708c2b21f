import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { ProjectFate } from '../../contract/accountDeletion.js';
import { type AppError, fieldError, type FieldError, invalid, type InvalidFields } from '../platform/lib/errors.js';
import { isActive } from '../users/user.reads.js';

/** A project owned by the leaving user. */
interface Owned {
  id: string;
  name: string;
  /** Other active members, and how many of them are owners. */
  others: number;
  owners: number;
}

export interface DeletionPlan {
  owned: readonly Owned[];
  /** Errors at `projects`, one per project; empty if the plan is valid. */
  errors: readonly FieldError[];
  /** Projects that would be left without an owner and are not in the plan. */
  missing: readonly Pick<Owned, 'id' | 'name'>[];
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

/** Returns the ids of the projects whose new owner is another active member. */
async function readSuccessors(
  em: EntityManager,
  userId: string,
  decisions: readonly ProjectFate[],
): Promise<ReadonlySet<string>> {
  const given = decisions.filter(({ newOwnerId }) => newOwnerId != null);
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
 * Validates the decisions about the user's projects. Requires one for each project whose other members would be left
 * without an owner. Reports projects that do not exist and projects of other people in the same way.
 */
export async function validatePlan(
  em: EntityManager,
  userId: string,
  decisions: readonly ProjectFate[],
): Promise<DeletionPlan> {
  const owned = await readOwned(em, userId);
  const successors = await readSuccessors(em, userId, decisions);
  const byId = new Map(owned.map((project) => [project.id, project]));
  const decided = new Set(decisions.map(({ projectId }) => projectId));
  const missing = owned
    .filter(({ id, others, owners }) => others > 0 && owners === 0 && !decided.has(id))
    .map(({ id, name }) => ({ id, name }));
  const wrong = decisions.flatMap(({ projectId, newOwnerId }) => {
    const project = byId.get(projectId);
    if (!project) return [fieldError('notOwner', `You do not own a project ${projectId}`, { projectId })];
    if (newOwnerId == null || successors.has(projectId)) return [];
    const { name } = project;
    return [fieldError('newOwnerNotMember', `“${name}”: the new owner must be another member`, { project: name })];
  });
  const unmentioned = missing.map(({ name }) =>
    fieldError('ownerUndecided', `“${name}” needs a new owner or must be deleted`, { project: name }),
  );
  return { owned, errors: [...wrong, ...unmentioned], missing };
}

/** Returns the error of an invalid plan, with the missing projects as data. */
export function planError({ errors, missing }: DeletionPlan, others: InvalidFields = {}): AppError {
  const fields = { ...others, ...(errors.length > 0 && { projects: errors }) };
  return invalid(fields, missing.length > 0 ? { projects: missing } : undefined);
}
