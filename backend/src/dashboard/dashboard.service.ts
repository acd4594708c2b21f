import { sql } from 'kysely';
import { type Context, requireViewer } from '../kernel/context.js';
import { type CompletedWeek, completedByWeek } from './completedByWeek.js';
import { type Figures, figuresAt, monthBefore, percentChange } from './monthAgo.js';
import { overdue, visibleTasks } from '../tasks/task.reads.js';

/** The four figures of the dashboard, over the viewer's projects. */
export interface DashboardStats {
  totalTasks: number;
  inProgressTasks: number;
  completedTasks: number;
  overdueTasks: number;
  /** Whole percents against the same moment one month ago; 0 where there was nothing. */
  changes: { total: number; inProgress: number; completed: number; overdue: number };
  /** What was completed in each of the last weeks, the oldest first. */
  completedByWeek: CompletedWeek[];
}

/** Counts the viewer's tasks, now and a month ago, and what was completed week by week. */
export async function dashboardStats(ctx: Context): Promise<DashboardStats> {
  const { userId } = requireViewer(ctx);
  const now = ctx.services.now();
  const { rows } = await sql<Figures>`
    select count(*)::int as "totalTasks",
      count(*) filter (where t.status = 'IN_PROGRESS')::int as "inProgressTasks",
      count(*) filter (where t.status = 'DONE')::int as "completedTasks",
      count(*) filter (where ${overdue(now)})::int as "overdueTasks"
    from task t where ${visibleTasks(userId)}`.execute(ctx.em.getKysely());
  const [stats] = rows;
  if (!stats) throw new Error('an aggregate without a row');
  const before = await figuresAt(ctx.em, userId, monthBefore(now));
  const change = (of: keyof Figures): number => percentChange(before[of], stats[of]);
  return {
    ...stats,
    changes: {
      total: change('totalTasks'),
      inProgress: change('inProgressTasks'),
      completed: change('completedTasks'),
      overdue: change('overdueTasks'),
    },
    completedByWeek: await completedByWeek(ctx.em, userId, now),
  };
}
