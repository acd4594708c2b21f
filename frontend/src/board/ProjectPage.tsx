import { Plus } from 'lucide-react';
import { ProjectFrame } from '../projects/ProjectFrame';
import { NewTask } from '../tasks/NewTask';
import { OpenTask } from '../tasks/OpenTask';
import { useNewTask } from '../tasks/useNewTask';
import { Button } from '../ui/Button';
import { Board } from './Board';

/** A project's page with its own board. */
export const ProjectPage = () => {
  const newTask = useNewTask();
  const action = (
    <Button variant="primary" icon={<Plus />} onClick={() => newTask.open()}>
      New Task
    </Button>
  );
  return (
    <ProjectFrame action={action}>
      {(projectId) => (
        <div className="flex flex-1 flex-col bg-well pt-2">
          <Board key={projectId} projectId={projectId} onNewTask={newTask.open} />
          <NewTask state={newTask.state} onOpenChange={newTask.onOpenChange} projectId={projectId} />
          <OpenTask />
        </div>
      )}
    </ProjectFrame>
  );
};
