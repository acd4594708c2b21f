import { ProjectDot } from '../../../ui/ProjectDot';
import { NamedColumnIcon } from '../../projects/columns/TaskColumns';
import type { TaskFieldsFragment } from '../model/TaskFields.generated';
import { TaskLink } from './TaskLink';

interface TaskRowHeadProps {
  task: Pick<TaskFieldsFragment, 'id' | 'title' | 'status' | 'columnId'> & { project: { name: string; color: string } };
}

/** Status, project and title of a task in a short list. */
export const TaskRowHead = ({ task }: TaskRowHeadProps) => {
  const { id, title, project } = task;
  return (
    <>
      <NamedColumnIcon task={task} />
      <span className="inline-flex flex-none" title={project.name}>
        <ProjectDot color={project.color} />
        <span className="sr-only">{project.name}</span>
      </span>
      <span dir="auto" className="min-w-0 flex-1 truncate text-start font-medium">
        <TaskLink task={{ id, title }} />
      </span>
    </>
  );
};
