import { useFragment } from '@apollo/client/react';
import { cx } from '../../../lib/cx';
import { STATUS_LABELS } from '../../../lib/text';
import { PriorityMark } from '../../tasks/parts/TaskMarks';
import { TaskLink } from '../../tasks/parts/TaskLink';
import { Avatar, NoAvatar } from '../../../ui/Avatar';
import { DueLabel } from '../../../ui/DueLabel';
import { ProjectDot } from '../../../ui/ProjectDot';
import { StatusIcon } from '../../../ui/StatusIcon';
import { TaskRowFragmentDoc, type DashboardQuery } from './Dashboard.generated';
import { rowClass } from './Section';

interface TaskRowProps {
  task: DashboardQuery['recent']['nodes'][number];
  /** They are all one's own: nobody has to be told whose. */
  isOwn?: boolean;
}

/** A task of a list of the dashboard. */
export const TaskRow = ({ task, isOwn = false }: TaskRowProps) => {
  const { data, complete } = useFragment({ fragment: TaskRowFragmentDoc, from: task });
  if (!complete) return null;
  return (
    <li className={cx(rowClass, 'min-h-11 flex-wrap gap-y-0 py-2 md:pointer-fine:min-h-10 md:flex-nowrap md:py-0')}>
      <span className="inline-flex flex-none" title={STATUS_LABELS[data.status]}>
        <StatusIcon status={data.status} />
        <span className="sr-only">{STATUS_LABELS[data.status]}</span>
      </span>
      <span className="inline-flex flex-none" title={data.project.name}>
        <ProjectDot color={data.project.color} />
        <span className="sr-only">{data.project.name}</span>
      </span>
      <span dir="auto" className="min-w-0 flex-1 truncate text-left font-medium">
        <TaskLink id={data.id} title={data.title} />
      </span>
      <span className="flex max-md:order-1 max-md:basis-full max-md:pl-11 max-md:empty:hidden">
        <DueLabel dueDate={data.dueDate} status={data.status} />
      </span>
      <PriorityMark priority={data.priority} />
      {isOwn ? null : data.assignee ? <Avatar user={data.assignee} /> : <NoAvatar />}
    </li>
  );
};
