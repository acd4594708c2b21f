import { sql } from 'kysely';
import { type Context, requireViewer } from '../kernel/context.js';
import { overdue, visibleTasks } from '../tasks/task.reads.js';

/** The four figures of the dashboard, over the viewer's projects. */
export interface DashboardStats {
  totalTasks: number;
  inProgressTasks: number;
  completedTasks: number;
  overdueTasks: number;
}

/** Counts the viewer's tasks. */
export async function dashboardStats(ctx: Context): Promise<DashboardStats> {
  const { userId } = requireViewer(ctx);
  const { rows } = await sql<DashboardStats>`
    select count(*)::int as "totalTasks",
      count(*) filter (where t.status = 'IN_PROGRESS')::int as "inProgressTasks",
      count(*) filter (where t.status = 'DONE')::int as "completedTasks",
      count(*) filter (where ${overdue(ctx.services.now())})::int as "overdueTasks"
    from task t where ${visibleTasks(userId)}`.execute(ctx.em.getKysely());
  const [stats] = rows;
  if (!stats) throw new Error('an aggregate without a row');
  return stats;
}
