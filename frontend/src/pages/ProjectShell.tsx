// A project's page in its views, all of which can open and create tasks.
import type { ReactNode } from 'react';
import { Plus } from 'lucide-react';
import { Navigate, useLocation } from 'react-router-dom';
import { ProjectFrame } from '../features/projects/ProjectFrame';
import type { ReadOnlyReason } from '../features/projects/readOnly';
import { projectsTexts } from '../texts/projects';
import { taskTexts } from '../texts/task';
import { Button } from '../ui/Button';
import { NewTask, useNewTask } from '../features/tasks/create/NewTask';
import { openTaskOf, taskSearch } from '../features/tasks/model/taskUrl';
import { TaskPanelRoute } from '../features/tasks/panel/TaskPanelRoute';

type OpenNewTask = ReturnType<typeof useNewTask>['open'];

/** The page of a project in any of its views, all of which can open and create tasks. */
export const ProjectShell = ({
  children,
}: {
  children: (projectId: string, openNewTask: OpenNewTask, isReadOnly: boolean) => ReactNode;
}) => {
  const newTask = useNewTask();
  const task = openTaskOf(useLocation().search);
  const action = (readOnly: ReadOnlyReason | null) => (
    <Button
      variant="primary"
      icon={<Plus />}
      {...(readOnly && { disabled: true, title: projectsTexts.readOnly[readOnly] })}
      onClick={() => newTask.open()}
    >
      {/* A phone's header only has space for the icon. */}
      <span className="max-sm:sr-only">{taskTexts.newTask}</span>
    </Button>
  );
  return (
    <ProjectFrame
      action={action}
      // The task of an older link, such as one in a mail, can be in another project by now.
      missing={task === null ? undefined : <Navigate to={`/tasks${taskSearch('', task)}`} replace />}
    >
      {(projectId, readOnly) => (
        <>
          {children(projectId, newTask.open, readOnly !== null)}
          <NewTask task={newTask} projectId={projectId} />
          <TaskPanelRoute />
        </>
      )}
    </ProjectFrame>
  );
};
