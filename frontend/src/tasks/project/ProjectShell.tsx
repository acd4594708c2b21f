// A project's page in its views, all of which can open a task and make one.
import type { ReactNode } from 'react';
import { Plus } from 'lucide-react';
import { ProjectFrame } from '../../projects/ProjectFrame';
import { tasksTexts } from '../../texts/tasks';
import { Button } from '../../ui/Button';
import { NewTask, useNewTask } from '../new/NewTask';
import { OpenTask } from '../panel/OpenTask';

type OpenNewTask = ReturnType<typeof useNewTask>['open'];

/** The page of a project in any of its views: a new task can be made and a task opened from all of them. */
export const ProjectShell = ({
  children,
}: {
  children: (projectId: string, openNewTask: OpenNewTask) => ReactNode;
}) => {
  const newTask = useNewTask();
  const action = (
    <Button variant="primary" icon={<Plus />} onClick={() => newTask.open()}>
      {/* A phone's head has room for the sign alone. */}
      <span className="max-sm:sr-only">{tasksTexts.newTask}</span>
    </Button>
  );
  return (
    <ProjectFrame action={action}>
      {(projectId) => (
        <>
          {children(projectId, newTask.open)}
          <NewTask task={newTask} projectId={projectId} />
          <OpenTask />
        </>
      )}
    </ProjectFrame>
  );
};
