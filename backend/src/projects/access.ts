import type { EntityManager } from '@mikro-orm/postgresql';
import { forbidden, notFound } from '../kernel/errors.js';
import { Membership } from './membership.entity.js';
import type { Refusal } from './project.policy.js';

/** The membership of a person in a project; NOT_FOUND for everybody else, as if the project did not exist. */
export async function requireMember(
  em: EntityManager,
  projectId: string,
  userId: string,
  what = 'Project',
): Promise<Membership> {
  const membership = await em.findOne(Membership, { projectId, userId });
  if (!membership) throw notFound(what);
  return membership;
}

/** Turns a policy's answer into FORBIDDEN. */
export function enforce(refusal: Refusal): void {
  if (refusal !== null) throw forbidden(refusal);
}
