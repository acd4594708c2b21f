import { useFragment } from '@apollo/client/react';
import { Link } from 'react-router-dom';
import { cx } from '../lib/cx';
import { STATUS_LABELS } from '../lib/text';
import { PriorityMark } from '../tasks/TaskMarks';
import { TaskLink } from '../tasks/TaskLink';
import { dashboardTexts } from '../texts/dashboard';
import { Avatar, NoAvatar } from '../ui/Avatar';
import { DueLabel } from '../ui/DueLabel';
import { EmptyState } from '../ui/EmptyState';
import { ProjectDot } from '../ui/ProjectDot';
import { StatusIcon } from '../ui/StatusIcon';
import { TaskRowFragmentDoc, type DashboardQuery } from './Dashboard.generated';
import { rowClass, Section } from './Section';

const SHOWN = 6;
type RecentTask = DashboardQuery['recent']['nodes'][number];

const TaskRow = ({ task }: { task: RecentTask }) => {
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
      {data.assignee ? <Avatar user={data.assignee} /> : <NoAvatar />}
    </li>
  );
};

/** The tasks that the viewer created or is assigned to, the latest change first. */
export const RecentTasks = ({ tasks }: { tasks: readonly RecentTask[] }) => (
  <Section
    title={dashboardTexts.recent.title}
    more={
      <Link to="/tasks" className="rounded-xs hover:text-ink" aria-label={dashboardTexts.recent.viewAll}>
        {dashboardTexts.viewAll}
      </Link>
    }
  >
    {tasks.length === 0 ? (
      <EmptyState
        level={3}
        className="border-t border-line"
        title={dashboardTexts.recent.empty}
        text={dashboardTexts.recent.emptyText}
      />
    ) : (
      <ul>
        {tasks.slice(0, SHOWN).map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </ul>
    )}
  </Section>
);
