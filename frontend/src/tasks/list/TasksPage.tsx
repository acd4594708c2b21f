import { Plus } from 'lucide-react';
import { usePageTitle } from '../../lib/usePageTitle';
import { tasksTexts } from '../../texts/tasks';
import { Button } from '../../ui/Button';
import { NewTask } from '../new/NewTask';
import { OpenTask } from '../panel/OpenTask';
import { isFiltered } from './taskFilters';
import { TaskListSection } from './TaskListSection';
import { TaskTools } from './TaskTools';
import { useNewTask } from '../new/useNewTask';
import { useTaskFilters } from './useTaskFilters';
import { useTasks } from './useTasks';

/** All of the viewer's tasks, to search and to narrow down. */
export const TasksPage = () => {
  usePageTitle(tasksTexts.title);
  const { filters, typed, setTyped, change, clear } = useTaskFilters();
  const page = useTasks(filters, typed);
  const newTask = useNewTask();
  const newTaskButton = (
    <Button variant="primary" icon={<Plus />} onClick={() => newTask.open()}>
      {tasksTexts.newTask}
    </Button>
  );

  return (
    <div className="flex flex-1 flex-col">
      <header className="flex flex-none items-center gap-2 px-4 pt-4 pb-3 md:px-6 md:pt-5 md:pb-4">
        <div className="min-w-0 flex-1">
          <h1 className="text-lg tracking-tight">{tasksTexts.title}</h1>
          <p className="text-ink-3 max-md:sr-only">{tasksTexts.about}</p>
        </div>
        {newTaskButton}
      </header>
      <TaskTools
        filters={filters}
        typed={typed}
        people={page.tasks?.flatMap(({ assignee }) => assignee ?? []) ?? []}
        onType={setTyped}
        onChange={change}
      />
      <TaskListSection
        page={page}
        filters={filters}
        typed={typed}
        change={change}
        clear={clear}
        isNarrowed={isFiltered({ ...filters, search: typed.trim() })}
        newTaskButton={newTaskButton}
      />
      <NewTask state={newTask.state} onOpenChange={newTask.onOpenChange} projectId={filters.projectId || undefined} />
      <OpenTask />
    </div>
  );
};
