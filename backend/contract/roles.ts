import { PROJECT_ROLES, type ProjectRole } from './enums.js';

/** The least role that a write needs. Owners can do all that members can, and so on. */
export type NeededRole = Exclude<ProjectRole, 'OWNER' | 'VIEWER'> | 'ANY';

export const hasRole = (role: ProjectRole, needed: NeededRole): boolean =>
  needed === 'ANY' || PROJECT_ROLES.indexOf(role) <= PROJECT_ROLES.indexOf(needed);

/** Returns the reason why a role may not do this; null if it may. */
export const refuseRole = (role: ProjectRole, needed: NeededRole): string | null => {
  if (hasRole(role, needed)) return null;
  return role === 'COMMENTER'
    ? 'As a commenter you can only read and comment in this project'
    : 'As a viewer you can only read this project';
};
