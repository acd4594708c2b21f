import type { ReactNode } from 'react';
import { Plus } from 'lucide-react';
import { cx } from '../lib/cx';
import { usePageTitle } from '../lib/usePageTitle';
import { taskTexts } from '../texts/task';
import { Button } from '../ui/Button';
import { PageHeading } from '../features/projects/PageHeading';
import { pageEdge } from '../features/projects/pageClass';
import { NewTask, type useNewTask } from '../features/tasks/create/NewTask';
import { TaskPanelRoute } from '../features/tasks/panel/TaskPanelRoute';

interface NewTaskButtonProps {
  newTask: ReturnType<typeof useNewTask>;
}

export const NewTaskButton = ({ newTask }: NewTaskButtonProps) => (
  <Button variant="primary" icon={<Plus />} onClick={() => newTask.open()}>
    {taskTexts.newTask}
  </Button>
);

interface TasksShellProps extends NewTaskButtonProps {
  /** The heading is the page's title unless it has its own. */
  texts: { title: string; heading?: string; about: string };
  /** The projects of the filter. New tasks are in the project if there is only one. */
  projectIds: readonly string[];
  className?: string;
  children: ReactNode;
}

/** A full-width page of tasks: its header, the form for a new task, and the panel of the open one. */
export const TasksShell = ({ texts, newTask, projectIds, className, children }: TasksShellProps) => {
  usePageTitle(texts.title);
  return (
    <div className={cx('flex flex-1 flex-col', className)}>
      <PageHeading
        title={texts.heading ?? texts.title}
        text={texts.about}
        action={<NewTaskButton newTask={newTask} />}
        className={`${pageEdge} pb-3 md:pb-4`}
      />
      {children}
      <NewTask task={newTask} projectId={projectIds.length === 1 ? projectIds[0] : undefined} />
      <TaskPanelRoute />
    </div>
  );
};
