// The list of tasks: as rows or cards, with search, filters and selection.
import { useSearchParams } from 'react-router-dom';
import { tasksTexts } from '../texts/tasks';
import { useNewTask } from '../features/tasks/create/NewTask';
import { readFilters } from '../features/tasks/filters/taskFilters';
import { TaskListView } from '../features/tasks/list/TaskListView';
import { NewTaskButton, TasksShell } from './TasksShell';

/** All of the viewer's tasks, with search and filters. */
export const TasksPage = () => {
  const [params] = useSearchParams();
  const newTask = useNewTask();

  return (
    <TasksShell texts={tasksTexts} newTask={newTask} projectIds={readFilters(params).projectIds}>
      <TaskListView newTaskButton={<NewTaskButton newTask={newTask} />} onNewTask={newTask.open} />
    </TasksShell>
  );
};
