import { Plus } from 'lucide-react';
import { tasksTexts } from '../../texts/tasks';
import { Button } from '../../ui/Button';
import { ProjectShell } from './ProjectShell';
import { isFiltered } from '../list/taskFilters';
import { TaskListSection } from '../list/TaskListSection';
import { TaskTools } from '../list/TaskTools';
import { useTaskFilters } from '../list/useTaskFilters';
import { useTasks } from '../list/useTasks';

/** The tasks of one project, to search and to narrow down as on the page of all tasks. */
const ProjectTasks = ({ projectId, onNewTask }: { projectId: string; onNewTask: () => void }) => {
  const { filters: chosen, typed, setTyped, change, clear } = useTaskFilters();
  const filters = { ...chosen, projectId };
  const page = useTasks(filters, typed, projectId);

  return (
    <div className="flex flex-1 flex-col pt-3 md:pt-4">
      <TaskTools filters={filters} isOfProject typed={typed} people={[]} onType={setTyped} onChange={change} />
      <TaskListSection
        page={page}
        filters={filters}
        typed={typed}
        change={change}
        clear={clear}
        isNarrowed={isFiltered({ ...chosen, projectId: '', search: typed.trim() })}
        newTaskButton={
          <Button icon={<Plus />} onClick={onNewTask}>
            {tasksTexts.newTask}
          </Button>
        }
      />
    </div>
  );
};

/** A project's page with its tasks as a list. */
export const ProjectListPage = () => (
  <ProjectShell>
    {(projectId, openNewTask) => <ProjectTasks key={projectId} projectId={projectId} onNewTask={() => openNewTask()} />}
  </ProjectShell>
);
