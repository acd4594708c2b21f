import { ProjectMembers } from '../features/projects/ProjectMembers';
import { ProjectShell } from './ProjectShell';

export const ProjectMembersPage = () => (
  <ProjectShell>{(projectId) => <ProjectMembers key={projectId} projectId={projectId} />}</ProjectShell>
);
