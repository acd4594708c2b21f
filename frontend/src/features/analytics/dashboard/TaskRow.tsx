import { useFragment } from '@apollo/client/react';
import { cx } from '../../../lib/cx';
import { PriorityMark } from '../../tasks/parts/TaskMeta';
import { TaskRowHead } from '../../tasks/parts/TaskRowHead';
import { Avatar, NoAvatar } from '../../../ui/Avatar';
import { DueLabel } from '../../../ui/DueLabel';
import { TaskRowFragmentDoc, type DashboardQuery } from './Dashboard.generated';
import { rowClass } from './Section';

interface TaskRowProps {
  task: DashboardQuery['recent']['nodes'][number];
  /** All tasks are the viewer's own, so the assignee is not shown. */
  isOwn?: boolean;
}

/** A task of a list of the dashboard. */
export const TaskRow = ({ task, isOwn = false }: TaskRowProps) => {
  const { data, complete } = useFragment({ fragment: TaskRowFragmentDoc, from: task });
  if (!complete) return null;
  return (
    <li className={cx(rowClass, 'min-h-11 flex-wrap gap-y-0 py-2 md:pointer-fine:min-h-10 md:flex-nowrap md:py-0')}>
      <TaskRowHead task={data} />
      <span className="flex max-md:order-1 max-md:basis-full max-md:ps-11 max-md:empty:hidden">
        <DueLabel task={data} />
      </span>
      <PriorityMark priority={data.priority} />
      {isOwn ? null : data.assignee ? <Avatar user={data.assignee} /> : <NoAvatar />}
    </li>
  );
};
