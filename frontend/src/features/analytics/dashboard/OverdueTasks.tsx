import { useFragment } from '@apollo/client/react';
import { Clock } from 'lucide-react';
import { cx } from '../../../lib/cx';
import { formatMoment, formatRecentDay } from '../../../lib/dates/format';
import { TaskLink } from '../../tasks/parts/TaskLink';
import { dashboardTexts } from '../../../texts/dashboard';
import { number } from '../../../texts/format';
import { Avatar } from '../../../ui/Avatar';
import { TaskRowFragmentDoc, type DashboardQuery } from './Dashboard.generated';
import { rowClass, Section } from './Section';

const MAX_SHOWN = 3;
export const OVERDUE_TASKS = '/tasks?overdue=true';
type Overdue = DashboardQuery['overdue'];

const OverdueRow = ({ task }: { task: Overdue['nodes'][number] }) => {
  const { data, complete } = useFragment({ fragment: TaskRowFragmentDoc, from: task });
  if (!complete) return null;
  return (
    <li className={cx(rowClass, 'min-h-14 py-1.5')}>
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate text-start font-medium">
          <TaskLink task={{ id: data.id, title: data.title }} />
        </p>
        {data.dueDate && (
          <p className="fact font-medium text-danger-ink">
            <Clock />
            {data.dueDay === null ? formatMoment(data.dueDate) : formatRecentDay(data.dueDay)}
          </p>
        )}
      </div>
      {data.assignee && <Avatar user={data.assignee} />}
    </li>
  );
};

/** Overdue tasks; renders nothing if there are none. */
export const OverdueTasks = ({ overdue }: { overdue: Overdue }) =>
  overdue.nodes.length > 0 && (
    <Section
      title={dashboardTexts.overdue.title}
      note={number(overdue.totalCount)}
      all={{ to: OVERDUE_TASKS, label: dashboardTexts.overdue.viewAll }}
      className="mb-9"
    >
      <ul>
        {overdue.nodes.slice(0, MAX_SHOWN).map((task) => (
          <OverdueRow key={task.id} task={task} />
        ))}
      </ul>
    </Section>
  );
