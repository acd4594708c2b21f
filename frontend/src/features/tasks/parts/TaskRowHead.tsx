import { STATUS_LABELS } from '../../../lib/text';
import { ProjectDot } from '../../../ui/ProjectDot';
import { StatusIcon } from '../../../ui/StatusIcon';
import type { TaskFieldsFragment } from '../model/TaskFields.generated';
import { TaskLink } from './TaskLink';

interface TaskRowHeadProps {
  task: Pick<TaskFieldsFragment, 'id' | 'title' | 'status'> & { project: { name: string; color: string } };
}

/** Status, project and title of a task in a short list. */
export const TaskRowHead = ({ task: { id, title, status, project } }: TaskRowHeadProps) => (
  <>
    <span className="inline-flex flex-none" title={STATUS_LABELS[status]}>
      <StatusIcon status={status} />
      <span className="sr-only">{STATUS_LABELS[status]}</span>
    </span>
    <span className="inline-flex flex-none" title={project.name}>
      <ProjectDot color={project.color} />
      <span className="sr-only">{project.name}</span>
    </span>
    <span dir="auto" className="min-w-0 flex-1 truncate text-left font-medium">
      <TaskLink id={id} title={title} />
    </span>
  </>
);
