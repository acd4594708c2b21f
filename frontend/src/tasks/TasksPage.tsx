import { useState } from 'react';
import { Plus } from 'lucide-react';
import { usePageTitle } from '../lib/usePageTitle';
import { tasksTexts } from '../texts/tasks';
import { Button } from '../ui/Button';
import { Kbd } from '../ui/Kbd';
import { NewTask } from './NewTask';
import { OpenTask } from './OpenTask';
import { useTaskSelection } from './select/useTaskSelection';
import { isFiltered } from './taskFilters';
import { NO_TASKS, TaskListSection } from './TaskListSection';
import { TaskTools } from './TaskTools';
import { useNewTask } from './useNewTask';
import { useTaskFilters } from './useTaskFilters';
import { useTasks } from './useTasks';

const { hints } = tasksTexts;

/** All of the viewer's tasks, to search and to narrow down. */
export const TasksPage = () => {
  usePageTitle(tasksTexts.title);
  const { filters, typed, setTyped, change, clear } = useTaskFilters();
  const page = useTasks(filters, typed);
  const { tasks, total, count } = page;
  const selection = useTaskSelection(tasks ?? NO_TASKS);
  const [isChoosing, setChoosing] = useState(false);
  const newTask = useNewTask();
  const newTaskButton = (
    <Button variant="primary" icon={<Plus />} onClick={() => newTask.open()}>
      {tasksTexts.newTask}
    </Button>
  );
  const shown = tasks?.length ?? 0;

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
        people={tasks?.flatMap(({ assignee }) => assignee ?? []) ?? []}
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
        selection={selection}
        isChoosing={isChoosing}
        newTaskButton={newTaskButton}
      />
      <footer className="sticky bottom-0 z-10 flex h-8 flex-none items-center gap-4 border-t border-line bg-sheet px-4 text-xs text-ink-3 md:h-9 md:px-6">
        <p role="status">{tasksTexts.showing(count, total)}</p>
        <span className="ml-auto flex items-center gap-4 max-md:hidden" aria-hidden="true">
          <span className="flex items-center gap-1">{hints.select(<Kbd>{hints.keys.select}</Kbd>)}</span>
          <span className="flex items-center gap-1">
            {hints.move(
              <>
                <Kbd>{hints.keys.up}</Kbd>
                <Kbd>{hints.keys.down}</Kbd>
              </>,
            )}
          </span>
          <span className="flex items-center gap-1">{hints.open(<Kbd>{hints.keys.open}</Kbd>)}</span>
        </span>
        {shown > 0 && (
          <Button
            variant="ghost"
            size="sm"
            className="-mr-2 ml-auto md:hidden"
            aria-pressed={isChoosing}
            onClick={() => {
              setChoosing(!isChoosing);
              if (isChoosing) selection.clear();
            }}
          >
            {isChoosing ? tasksTexts.choosing.end : tasksTexts.choosing.start}
          </Button>
        )}
      </footer>
      <NewTask state={newTask.state} onOpenChange={newTask.onOpenChange} projectId={filters.projectId || undefined} />
      <OpenTask />
    </div>
  );
};
