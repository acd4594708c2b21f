import { ProjectMembers } from '../features/projects/ProjectMembers';
import { ProjectShell } from './ProjectShell';

/** A project's page with its members. */
export const ProjectMembersPage = () => (
  <ProjectShell>{(projectId) => <ProjectMembers key={projectId} projectId={projectId} />}</ProjectShell>
);
