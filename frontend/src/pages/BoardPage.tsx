// The board: tasks in columns by status, to be dragged or moved by keys.
import { Plus } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { usePageTitle } from '../lib/usePageTitle';
import { FILTER_PARAMS } from '../features/tasks/filters/params';
import { NewTask, useNewTask } from '../features/tasks/create/NewTask';
import { TaskPanelRoute } from '../features/tasks/panel/TaskPanelRoute';
import { TasksPageHeader } from '../features/tasks/parts/TasksPageHeader';
import { boardTexts } from '../texts/board';
import { taskTexts } from '../texts/task';
import { Button } from '../ui/Button';
import { FilteredBoard } from '../features/tasks/board/FilteredBoard';

const PROJECT_PARAM = FILTER_PARAMS.projectIds;

/** The board of all projects, restricted by the filters in the address. */
export const BoardPage = () => {
  usePageTitle(boardTexts.title);
  const [params] = useSearchParams();
  const [projectId, ...others] = params.getAll(PROJECT_PARAM);
  const newTask = useNewTask();

  return (
    <div className="flex min-h-0 flex-1 flex-col bg-well">
      <TasksPageHeader title={boardTexts.heading} text={boardTexts.about}>
        <Button variant="primary" icon={<Plus />} onClick={() => newTask.open()}>
          {taskTexts.newTask}
        </Button>
      </TasksPageHeader>
      <FilteredBoard onNewTask={newTask.open} />
      <NewTask task={newTask} projectId={others.length === 0 ? projectId : undefined} />
      <TaskPanelRoute />
    </div>
  );
};
