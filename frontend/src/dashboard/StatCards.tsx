import type { ReactNode } from 'react';
import { Clock, ListChecks } from 'lucide-react';
import { StatusIcon } from '../ui/StatusIcon';
import type { DashboardQuery } from './Dashboard.generated';

const Stat = ({ icon, label, value }: { icon: ReactNode; label: string; value: number }) => (
  <div className="grid gap-1 border-line px-3.5 py-3 max-md:nth-[2n]:border-l max-md:nth-[n+3]:border-t md:gap-2 md:border-l md:px-5 md:py-4 md:first:border-l-0">
    <dt className="flex items-center gap-1.5 font-medium text-ink-2">
      {icon}
      {label}
    </dt>
    <dd className="text-2xl font-medium tracking-[-0.02em]">{value.toLocaleString('en-US')}</dd>
  </div>
);

/** The four figures, on one surface. */
export const StatCards = ({ stats }: { stats: DashboardQuery['dashboardStats'] }) => (
  <dl
    aria-label="Statistics"
    className="mb-9 grid grid-cols-2 overflow-hidden rounded-lg border border-line bg-raised shadow-card md:grid-cols-4"
  >
    <Stat icon={<ListChecks className="text-ink-3" />} label="Total Tasks" value={stats.totalTasks} />
    <Stat icon={<StatusIcon status="IN_PROGRESS" />} label="In Progress" value={stats.inProgressTasks} />
    <Stat icon={<StatusIcon status="DONE" />} label="Completed" value={stats.completedTasks} />
    <Stat icon={<Clock className="text-urgent" />} label="Overdue" value={stats.overdueTasks} />
  </dl>
);
