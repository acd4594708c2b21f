import type { ProjectRole } from '../../contract/enums.js';

/**
 * One function per question. Each answers null (allowed) or the reason for the refusal; the same answer guards the
 * command and feeds the `viewerCan…` fields. Whoever is no member never gets here: to them the project does not exist.
 */
export type Refusal = string | null;

const ownersOnly = (role: ProjectRole, reason: string): Refusal => (role === 'OWNER' ? null : reason);

/** Members edit name, description and colour. */
export const refuseEditProject = (_role: ProjectRole): Refusal => null;

export const refuseDeleteProject = (role: ProjectRole): Refusal =>
  ownersOnly(role, 'Only an owner can delete the project');

/** Adding and removing others, and changing roles. */
export const refuseManageMembers = (role: ProjectRole): Refusal => ownersOnly(role, 'Only an owner can manage members');

/** A project never loses its last owner, by leaving, by removal or by another role. */
export const refuseLosingOwner = (role: ProjectRole, owners: number): Refusal =>
  role === 'OWNER' && owners <= 1 ? 'The last owner cannot leave the project' : null;
