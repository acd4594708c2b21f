import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { ProjectRole } from '../../contract/enums.js';
import { hasRole } from '../../contract/roles.js';
import { fieldError, type FieldError, invalid } from '../platform/lib/errors.js';
import { INACTIVE, type Inactivity, inactivity } from '../users/user.reads.js';

/**
 * Who may be assigned tasks of a project: its owners and members, except those whose accounts are suspended or being deleted.
 * They keep the tasks they already have.
 */
export type Assignability = 'assignable' | 'stranger' | 'reader' | Inactivity;

/** People who cannot have open tasks of the project. */
export const isUnassignable = (assignability: Assignability): boolean =>
  assignability === 'stranger' || assignability === 'reader';

/** The assignability of a person after they get this role. Accounts that cannot be assigned stay unassignable. */
export function assignabilityAs(role: ProjectRole | null, current: Assignability): Assignability {
  if (role === null) return 'stranger';
  if (!hasRole(role, 'MEMBER')) return 'reader';
  return isUnassignable(current) ? 'assignable' : current;
}

interface Candidate {
  projectId: string;
  userId: string;
}

export const ASSIGNEE_REFUSALS: Readonly<Record<Exclude<Assignability, 'assignable'>, FieldError>> = {
  stranger: fieldError('notMember', 'Assignee must be a member of the project'),
  reader: fieldError('readsOnly', 'Commenters and viewers can’t be assigned tasks'),
  ...INACTIVE,
};

/** Reads all candidates with one statement. Returns a lookup. */
export async function readAssignability(
  em: EntityManager,
  candidates: readonly Candidate[],
): Promise<(projectId: string, userId: string) => Assignability> {
  if (candidates.length === 0) return () => 'stranger';
  const { rows } = await sql<Candidate & { role: ProjectRole; inactivity: Inactivity | null }>`
    select m.project_id as "projectId", m.user_id as "userId", m.role, ${inactivity} as inactivity
    from project_member m join account a on a.id = m.user_id
    where (m.project_id, m.user_id) in (
      select * from unnest(${candidates.map(({ projectId }) => projectId)}::uuid[],
        ${candidates.map(({ userId }) => userId)}::uuid[]))`.execute(em.getKysely());
  const known = new Map<string, Assignability>(
    rows.map(({ projectId, userId, role, inactivity: reason }) => [
      `${projectId}:${userId}`,
      hasRole(role, 'MEMBER') ? (reason ?? 'assignable') : 'reader',
    ]),
  );
  return (projectId, userId) => known.get(`${projectId}:${userId}`) ?? 'stranger';
}

/** Throws VALIDATION_FAILED unless the user is assignable. */
export function refuseAssignee(assignability: Assignability): void {
  if (assignability !== 'assignable') throw invalid({ assigneeId: ASSIGNEE_REFUSALS[assignability] });
}

/** Throws VALIDATION_FAILED unless the assignee, if any, is assignable in the project. */
export async function requireAssignable(
  em: EntityManager,
  projectId: string,
  assigneeId: string | null | undefined,
): Promise<void> {
  if (assigneeId == null) return;
  const getAssignability = await readAssignability(em, [{ projectId, userId: assigneeId }]);
  refuseAssignee(getAssignability(projectId, assigneeId));
}
