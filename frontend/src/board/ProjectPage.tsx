import { ProjectShell } from '../tasks/project/ProjectShell';
import { Board } from './Board';

/** A project's page with its own board. */
export const ProjectPage = () => (
  <ProjectShell>
    {(projectId, openNewTask, isArchived) => (
      <div className="flex flex-1 flex-col bg-well pt-2">
        <Board key={projectId} projectId={projectId} onNewTask={openNewTask} isFixed={isArchived} />
      </div>
    )}
  </ProjectShell>
);
