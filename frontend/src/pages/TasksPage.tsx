// The list of tasks: as rows or cards, with search, filters and selection.
import { Plus } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { usePageTitle } from '../lib/usePageTitle';
import { taskTexts } from '../texts/task';
import { tasksTexts } from '../texts/tasks';
import { Button } from '../ui/Button';
import { NewTask, useNewTask } from '../features/tasks/create/NewTask';
import { TaskPanelRoute } from '../features/tasks/panel/TaskPanelRoute';
import { TasksPageHeader } from '../features/tasks/parts/TasksPageHeader';
import { readFilters } from '../features/tasks/filters/taskFilters';
import { TaskListView } from '../features/tasks/list/TaskListView';

/** All of the viewer's tasks, with search and filters. */
export const TasksPage = () => {
  usePageTitle(tasksTexts.title);
  const [params] = useSearchParams();
  const newTask = useNewTask();
  const { projectIds } = readFilters(params);
  const newTaskButton = (
    <Button variant="primary" icon={<Plus />} onClick={() => newTask.open()}>
      {taskTexts.newTask}
    </Button>
  );

  return (
    <div className="flex flex-1 flex-col">
      <TasksPageHeader title={tasksTexts.title} text={tasksTexts.about}>
        {newTaskButton}
      </TasksPageHeader>
      <TaskListView newTaskButton={newTaskButton} onNewTask={newTask.open} />
      <NewTask task={newTask} projectId={projectIds.length === 1 ? projectIds[0] : undefined} />
      <TaskPanelRoute />
    </div>
  );
};
