import type { ReactNode } from 'react';
import { ArrowDownRight, ArrowUpRight, Clock, ListChecks } from 'lucide-react';
import { cx } from '../lib/cx';
import { dashboardTexts } from '../texts/dashboard';
import { number, percentChange } from '../texts/format';
import { StatusIcon } from '../ui/StatusIcon';
import type { DashboardQuery } from './Dashboard.generated';

/** '+18% from last month': on two lines where the cells are narrow, in all of them, whatever the figure. */
const Change = ({ percent, isWorse }: { percent: number; isWorse: boolean }) => {
  const Arrow = percent > 0 ? ArrowUpRight : ArrowDownRight;
  return (
    <span
      className={cx(
        'fact min-w-0 flex-wrap items-baseline gap-0.75 *:[svg]:self-center max-lg:*:[span]:basis-full',
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
  value: number;
  /** Whole percents against one month ago. */
  change: number;
  /** More of it is no good news. */
  isBad?: boolean;
}

const Stat = ({ icon, label, value, change, isBad = false }: StatProps) => (
  <div className="grid content-start gap-1 border-line px-3.5 py-3 max-md:nth-[2n]:border-l max-md:nth-[n+3]:border-t md:gap-2 md:border-l md:px-5 md:py-4 md:first:border-l-0">
    <dt className="flex items-center gap-1.5 font-medium text-ink-2">
      {icon}
      {label}
    </dt>
    <dd className="flex flex-col gap-1 xl:flex-row xl:items-baseline xl:gap-2.5">
      <strong className="text-2xl font-medium tracking-[-0.02em]">{number(value)}</strong>
      <Change percent={change} isWorse={isBad && change > 0} />
    </dd>
  </div>
);

/** The four figures, on one surface. */
export const StatCards = ({ stats }: { stats: DashboardQuery['dashboardStats'] }) => (
  <dl
    aria-label={dashboardTexts.stats.label}
    className="mb-9 grid grid-cols-2 overflow-hidden rounded-lg border border-line bg-raised shadow-card md:grid-cols-4"
  >
    <Stat
      icon={<ListChecks className="text-ink-3" />}
      label={dashboardTexts.stats.total}
      value={stats.totalTasks}
      change={stats.changes.total}
    />
    <Stat
      icon={<StatusIcon status="IN_PROGRESS" />}
      label={dashboardTexts.stats.inProgress}
      value={stats.inProgressTasks}
      change={stats.changes.inProgress}
    />
    <Stat
      icon={<StatusIcon status="DONE" />}
      label={dashboardTexts.stats.completed}
      value={stats.completedTasks}
      change={stats.changes.completed}
    />
    <Stat
      icon={<Clock className="text-urgent" />}
      label={dashboardTexts.stats.overdue}
      value={stats.overdueTasks}
      change={stats.changes.overdue}
      isBad
    />
  </dl>
);
