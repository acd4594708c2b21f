import { ProjectShell } from './ProjectShell';
import { ProjectBoard } from '../features/tasks/board/ProjectBoard';

export const ProjectPage = () => (
  <ProjectShell>
    {(projectId, openNewTask, isReadOnly) => (
      <div className="flex flex-1 flex-col bg-well pt-3">
        <ProjectBoard key={projectId} projectId={projectId} onNewTask={openNewTask} isFixed={isReadOnly} />
      </div>
    )}
  </ProjectShell>
);
