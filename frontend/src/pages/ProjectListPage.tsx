import { Plus } from 'lucide-react';
import { taskTexts } from '../texts/task';
import { Button } from '../ui/Button';
import { TaskListView } from '../features/tasks/list/TaskListView';
import { ProjectShell } from './ProjectShell';

/** A project's page with its tasks as a list, with the same search and filters as the page of all tasks. */
export const ProjectListPage = () => (
  <ProjectShell>
    {(projectId, openNewTask, isReadOnly) => (
      <div key={projectId} className="flex flex-1 flex-col pt-3 md:pt-4">
        <TaskListView
          projectId={projectId}
          isFixed={isReadOnly}
          onNewTask={openNewTask}
          newTaskButton={
            <Button icon={<Plus />} disabled={isReadOnly} onClick={() => openNewTask()}>
              {taskTexts.newTask}
            </Button>
          }
        />
      </div>
    )}
  </ProjectShell>
);
