import { ProjectFrame } from './ProjectFrame';
import { ProjectMembers } from './ProjectMembers';

/** A project's page with its members. */
export const ProjectMembersPage = () => (
  <ProjectFrame>{(projectId) => <ProjectMembers key={projectId} projectId={projectId} />}</ProjectFrame>
);
