import { sql } from 'kysely';
import { dashboardSchema } from '../../contract/figures.js';
import { readPreferences } from '../auth/preferences.reads.js';
import { type Context, requireViewer } from '../request/context.js';
import { parse } from '../platform/lib/parse.js';
import { PREPARABLE } from '../platform/database/preparable.js';
import { isInScope } from '../request/program.js';
import { completedByWeek } from './completedByWeek.js';
import type { DashboardStatsType } from './dashboard.types.js';
import type { Figures } from './figures.reads.js';
import { percentChange } from './monthAgo.js';
import { createViewerTime, FigureCache, type ProjectFigures } from './projectFigures.js';
import { perDatabase, type ProjectRevision } from './projectCache.js';

const cacheFor = perDatabase(() => new FigureCache());

function sumFigures(all: readonly ProjectFigures[], of: 'present' | 'past'): Figures {
  const sum: Figures = { totalTasks: 0, inProgressTasks: 0, completedTasks: 0, overdueTasks: 0 };
  const names = Object.keys(sum) as (keyof Figures)[];
  for (const figures of all) for (const name of names) sum[name] += figures[of][name];
  return sum;
}

/** One of the viewer's projects, and which first steps were done in it. */
interface ViewerProject extends ProjectRevision {
  isArchived: boolean;
  isTemplate: boolean;
  isOwn: boolean;
  hasPeople: boolean;
}

/** Counts the viewer's tasks now and a month ago, and completed tasks by week. */
export async function dashboardStats(ctx: Context, raw: unknown): Promise<DashboardStatsType> {
  const viewer = requireViewer(ctx);
  const input = parse(dashboardSchema, raw);
  const now = ctx.resources.now();
  const { rows } = await sql<ViewerProject>`
    select p.id, p.revision, p.archived_at is not null as "isArchived", p.is_template as "isTemplate",
      not p.is_example as "isOwn",
      not p.is_example and (
        exists (select 1 from project_member o where o.project_id = p.id and o.user_id <> m.user_id)
        or exists (select 1 from invitation i where i.project_id = p.id and i.ended_at is null)) as "hasPeople"
    from project_member m join project p on p.id = m.project_id and p.deleted_at is null
    where ${isInScope(viewer)} ${PREPARABLE}`.execute(ctx.em.getKysely());
  const projects = rows.filter(({ isArchived, isTemplate }) => !isArchived && !isTemplate);
  const { tips, ...preferred } = await readPreferences(ctx, viewer.userId);
  const timeZone = input.timeZone ?? preferred.timeZone;
  const figures = await cacheFor(ctx.resources.orm).get(ctx.em, projects, createViewerTime(now, timeZone));
  const [present, past] = [sumFigures(figures, 'present'), sumFigures(figures, 'past')];
  const withTasks = new Set(figures.filter(({ present: { totalTasks } }) => totalTasks > 0).map(({ id }) => id));
  const change = (of: keyof Figures): number => percentChange(past[of], present[of]);
  return {
    ...present,
    changes: {
      total: change('totalTasks'),
      inProgress: change('inProgressTasks'),
      completed: change('completedTasks'),
      overdue: change('overdueTasks'),
    },
    completedByWeek: completedByWeek(
      figures.map(({ completions }) => completions),
      timeZone,
      now,
    ),
    byProject: figures
      .map(({ id, present: { totalTasks, completedTasks, overdueTasks } }) => ({
        projectId: id,
        open: totalTasks - completedTasks,
        overdue: overdueTasks,
      }))
      .toSorted((a, b) => (a.projectId < b.projectId ? -1 : 1)),
    firstSteps: tips
      ? {
          project: rows.some(({ isOwn }) => isOwn),
          task: rows.some(({ id, isOwn, isArchived }) => isOwn && (isArchived || withTasks.has(id))),
          people: rows.some(({ hasPeople }) => hasPeople),
        }
      : null,
  };
}
