import type { ReactNode } from 'react';
import { ArrowDownRight, ArrowUpRight, Clock, ListChecks } from 'lucide-react';
import { cx } from '../../../lib/cx';
import { cardLinkClass } from '../../projects/cardLinkClass';
import { dashboardTexts } from '../../../texts/dashboard';
import { number, percentChange } from '../../../texts/format';
import { Link } from '../../../ui/Link';
import { StatusIcon } from '../../../ui/StatusIcon';
import type { DashboardQuery } from './Dashboard.generated';
import { OVERDUE_TASKS } from './OverdueTasks';

/** For example '+18% from last month'. All cells break it into two lines if they are narrow, whatever the number. */
const Change = ({ percent, isWorse }: { percent: number; isWorse: boolean }) => {
  const Arrow = percent > 0 ? ArrowUpRight : ArrowDownRight;
  return (
    <span
      className={cx(
        'fact min-w-0 flex-wrap items-baseline gap-0.75 *:[svg]:self-center max-md:*:whitespace-normal max-lg:*:[span]:basis-full',
        isWorse && '[&>b]:text-danger-ink [&>svg]:text-danger-ink',
      )}
    >
      {percent !== 0 && <Arrow />}
      {dashboardTexts.stats.change(<b className="font-medium text-ink">{percentChange(percent)}</b>)}
    </span>
  );
};

interface StatProps {
  icon: ReactNode;
  label: string;
  to: string;
  value: number;
  /** The change in whole percent since one month ago. */
  change: number;
  isBad?: boolean;
}

const Stat = ({ icon, label, to, value, change, isBad = false }: StatProps) => (
  <div className="relative grid content-start gap-1 border-line px-3.5 py-3 max-md:nth-[2n]:border-s max-md:nth-[n+3]:border-t md:gap-2 md:border-s md:px-5 md:py-4 md:first:border-s-0 hover:bg-fill">
    <dt className="flex flex-wrap items-center gap-1.5 font-medium text-ink-2">
      {icon}
      <Link to={to} className={cx(cardLinkClass, 'min-w-0 wrap-anywhere after:-outline-offset-2')}>
        {label}
      </Link>
    </dt>
    <dd className="flex flex-col gap-1 xl:flex-row xl:items-baseline xl:gap-2.5">
      <strong className="text-2xl font-medium tracking-[-0.02em]">{number(value)}</strong>
      <Change percent={change} isWorse={isBad && change > 0} />
    </dd>
  </div>
);

type Stats = DashboardQuery['dashboardStats'];

/** A number with a link to the tasks that it counts. `isBad` means that an increase is bad news. */
const STATS = [
  { name: 'total', count: 'totalTasks', to: '/tasks', icon: <ListChecks className="text-ink-3" /> },
  {
    name: 'inProgress',
    count: 'inProgressTasks',
    to: '/tasks?status=IN_PROGRESS',
    icon: <StatusIcon status="IN_PROGRESS" />,
  },
  { name: 'completed', count: 'completedTasks', to: '/tasks?status=DONE', icon: <StatusIcon status="DONE" /> },
  { name: 'overdue', count: 'overdueTasks', to: OVERDUE_TASKS, icon: <Clock className="text-urgent" />, isBad: true },
] as const;

/** The four figures, in one card. */
export const StatCards = ({ stats }: { stats: Stats }) => (
  <dl
    aria-label={dashboardTexts.stats.label}
    className="mb-9 grid grid-cols-2 overflow-hidden rounded-lg border border-line bg-raised shadow-card md:grid-cols-4"
  >
    {STATS.map(({ name, count, ...stat }) => (
      <Stat key={name} label={dashboardTexts.stats[name]} value={stats[count]} change={stats.changes[name]} {...stat} />
    ))}
  </dl>
);
