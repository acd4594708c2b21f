import type { ProjectRole } from '../../contract/enums.js';
import { forbidden } from '../kernel/errors.js';

/**
 * One function per question. Each answers null (allowed) or the reason for the refusal; the same answer guards the
 * command and feeds the `viewerCan…` fields. Whoever is no member never gets here: to them the project does not exist. What
 * every member may (edit name, description and colour; all that is done to tasks) is asked nowhere.
 */
export type Refusal = string | null;

/** Turns a policy's answer into FORBIDDEN. */
export function enforce(refusal: Refusal): void {
  if (refusal !== null) throw forbidden(refusal);
}

const ownersOnly = (role: ProjectRole, reason: string): Refusal => (role === 'OWNER' ? null : reason);

export const refuseDeleteProject = (role: ProjectRole): Refusal =>
  ownersOnly(role, 'Only an owner can delete the project');

/** Archiving, and taking that back. */
export const refuseArchiveProject = (role: ProjectRole): Refusal =>
  ownersOnly(role, 'Only an owner can archive the project or take it back from the archive');

/** A deleted project is nobody's but its owners': who may restore it is asked by the command itself. */
export const RESTORE_REFUSAL = 'Only an owner can restore the project';

/** Adding and removing others, and changing roles. */
export const refuseManageMembers = (role: ProjectRole): Refusal => ownersOnly(role, 'Only an owner can manage members');

/**
 * A project never loses its last owner, by leaving, by removal or by another role. `others` are its owners beside them; who is
 * deleting their account is none to rely on.
 */
export const refuseLosingOwner = (role: ProjectRole, others: number): Refusal =>
  role === 'OWNER' && others < 1 ? 'The last owner cannot leave the project' : null;
