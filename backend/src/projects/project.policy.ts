import type { ProjectRole } from '../../contract/enums.js';
import { type NeededRole, refuseRole } from '../../contract/roles.js';
import { forbidden } from '../platform/lib/errors.js';

/**
 * Each policy returns null (allowed) or the reason for a refusal. It guards the command and computes the `viewerCan…`
 * fields. Only members get here: to others the project does not exist. The least role is declared by the command.
 */
export type Refusal = string | null;

/** Throws FORBIDDEN for a refusal. */
export function enforce(refusal: Refusal): void {
  if (refusal !== null) throw forbidden(refusal);
}

/** Denies every `viewerCan…` permission in an archived project. */
export const isAllowedIn = (
  { archivedAt, viewerRole }: { archivedAt: unknown; viewerRole: ProjectRole },
  needed: NeededRole,
): boolean => archivedAt === null && refuseRole(viewerRole, needed) === null;

const ownersOnly = (role: ProjectRole, reason: string): Refusal => (role === 'OWNER' ? null : reason);

export const refuseDeleteProject = (role: ProjectRole): Refusal =>
  ownersOnly(role, 'Only an owner can delete the project');

export const refuseArchiveProject = (role: ProjectRole): Refusal =>
  ownersOnly(role, 'Only an owner can archive or unarchive the project');

export const refuseChangeKey = (role: ProjectRole): Refusal => ownersOnly(role, 'Only an owner can change the key');

/** The command itself checks who can restore a deleted project. */
export const RESTORE_REFUSAL = 'Only an owner can restore the project';

export const refuseManageMembers = (role: ProjectRole): Refusal => ownersOnly(role, 'Only an owner can manage members');

export const refuseShare = (role: ProjectRole): Refusal => ownersOnly(role, 'Only an owner can manage shared links');

export const refuseManageWebhooks = (role: ProjectRole): Refusal =>
  ownersOnly(role, 'Only an owner can manage webhooks of the project');

/** An example project belongs to its creator alone, so it has no other members and no shared links. */
export const refuseAddToExample = ({ isExample }: { isExample: boolean }): Refusal =>
  isExample ? 'An example project is yours alone: create a project to invite people' : null;

/** Keeps the last owner of a project. `others` counts its other owners with active accounts. */
export const refuseRemovingLastOwner = (role: ProjectRole, others: number): Refusal =>
  role === 'OWNER' && others < 1 ? 'The last owner cannot leave the project' : null;
