import type { ProjectRole } from '@contract/enums';

/** Why the viewer can't change a project and its tasks. */
export type ReadOnlyReason = 'ARCHIVED' | 'COMMENTER' | 'VIEWER';

interface ProjectState {
  archivedAt: string | null;
  viewerRole: ProjectRole;
}

/** Returns null if the viewer can change the project and its tasks. */
export const readOnlyReason = ({ archivedAt, viewerRole }: ProjectState): ReadOnlyReason | null => {
  if (archivedAt !== null) return 'ARCHIVED';
  return viewerRole === 'COMMENTER' || viewerRole === 'VIEWER' ? viewerRole : null;
};

/** Roles that can change tasks, and be assigned them. */
export const isEditor = (role: ProjectRole): boolean => role === 'OWNER' || role === 'MEMBER';
