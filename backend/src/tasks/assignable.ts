import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { invalid } from '../kernel/errors.js';
import { INACTIVE, type Inactivity, inactivity } from '../users/user.reads.js';

/**
 * The one rule of who may be assigned tasks of a project: its members, except those whose accounts are suspended or being
 * deleted. A task that they have already stays theirs.
 */
export type Assignability = 'assignable' | 'stranger' | Inactivity;

/** A person and a project whose task they are to have. */
interface Candidate {
  projectId: string;
  userId: string;
}

/** What is shown at the field of a refused assignee. */
export const ASSIGNEE_REFUSALS: Readonly<Record<Exclude<Assignability, 'assignable'>, string>> = {
  stranger: 'Assignee must be a member of the project',
  ...INACTIVE,
};

/** Reads by one statement what applies to each of these; the answer is asked for one of them. */
export async function readAssignability(
  em: EntityManager,
  candidates: readonly Candidate[],
): Promise<(projectId: string, userId: string) => Assignability> {
  if (candidates.length === 0) return () => 'stranger';
  const { rows } = await sql<Candidate & { inactivity: Inactivity | null }>`
    select m.project_id as "projectId", m.user_id as "userId", ${inactivity} as inactivity
    from project_member m join account a on a.id = m.user_id
    where (m.project_id, m.user_id) in (
      select * from unnest(${candidates.map(({ projectId }) => projectId)}::uuid[],
        ${candidates.map(({ userId }) => userId)}::uuid[]))`.execute(em.getKysely());
  const known = new Map<string, Assignability>(
    rows.map((row) => [`${row.projectId}:${row.userId}`, row.inactivity ?? 'assignable']),
  );
  return (projectId, userId) => known.get(`${projectId}:${userId}`) ?? 'stranger';
}

/** Refuses at the field an assignee who may not be one. */
export function refuseAssignee(
  assignability: Assignability,
  refusals: Readonly<Record<Exclude<Assignability, 'assignable'>, string>> = ASSIGNEE_REFUSALS,
): void {
  if (assignability !== 'assignable') throw invalid({ assigneeId: [refusals[assignability]] });
}

/** Refuses an assignee of a task of this project who may not be one; no assignee is fine. */
export async function requireAssignable(
  em: EntityManager,
  projectId: string,
  assigneeId: string | null | undefined,
  refusals?: typeof ASSIGNEE_REFUSALS,
): Promise<void> {
  if (assigneeId == null) return;
  const assignabilityOf = await readAssignability(em, [{ projectId, userId: assigneeId }]);
  refuseAssignee(assignabilityOf(projectId, assigneeId), refusals);
}
