import { ProjectShell } from '../tasks/project/ProjectShell';
import { ProjectActivity } from './ProjectActivity';

/** A project's page with everything that happened in it. */
export const ProjectActivityPage = () => (
  <ProjectShell>{(projectId) => <ProjectActivity key={projectId} projectId={projectId} />}</ProjectShell>
);
