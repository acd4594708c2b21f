import { ProjectShell } from './ProjectShell';
import { FilteredBoard } from '../features/tasks/board/FilteredBoard';

/** A project's page with its own board. */
export const ProjectPage = () => (
  <ProjectShell>
    {(projectId, openNewTask, isReadOnly) => (
      <div className="flex flex-1 flex-col bg-well pt-3">
        <FilteredBoard key={projectId} projectId={projectId} onNewTask={openNewTask} isFixed={isReadOnly} />
      </div>
    )}
  </ProjectShell>
);
