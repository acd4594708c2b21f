// The board: tasks in columns by status, to be dragged or moved by keys.
import { useSearchParams } from 'react-router-dom';
import { FILTER_PARAMS } from '../features/tasks/filters/params';
import { useNewTask } from '../features/tasks/create/NewTask';
import { boardTexts } from '../texts/board';
import { FilteredBoard } from '../features/tasks/board/FilteredBoard';
import { TasksShell } from './TasksShell';

/** The board of all projects, restricted by the filters in the address. */
export const BoardPage = () => {
  const [params] = useSearchParams();
  const newTask = useNewTask();

  return (
    <TasksShell
      texts={boardTexts}
      newTask={newTask}
      projectIds={params.getAll(FILTER_PARAMS.projectIds)}
      className="min-h-0 bg-well"
    >
      <FilteredBoard onNewTask={newTask.open} />
    </TasksShell>
  );
};
