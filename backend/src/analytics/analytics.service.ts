import { sql } from 'kysely';
import { ANALYTICS_PEOPLE, analyticsSchema, CYCLE_HOURS, daysBetween } from '../../contract/figures.js';
import { DAY_MS, HOUR_MS } from '../../contract/limits.js';
import { dayAt, listDayStarts, mondayOf } from '../../contract/localDays.js';
import { ME, NONE } from '../../contract/taskList.js';
import { readPreferences } from '../auth/preferences.reads.js';
import { type Context, requireViewer } from '../request/context.js';
import { parse } from '../platform/lib/parse.js';
import { readProject, visibleProjects } from '../projects/project.reads.js';
import type { AnalyticsType, CycleTimeType, FlowDayType, PersonFiguresType, WeekCountType } from './analytics.types.js';
import { type OpenTasks, readOpenTasks } from './open.reads.js';
import { perDatabase } from './projectCache.js';
import { type Completed, findCompleted, computeFlow } from './timelineFigures.js';
import { type LoggedProject, TimelineCache } from './timelines.js';

const cacheFor = perDatabase(() => new TimelineCache());

const listDays = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => new Date(Date.parse(first) + n * DAY_MS).toISOString().slice(0, 10));

function countByWeek(days: readonly string[], completed: readonly Completed[]): WeekCountType[] {
  const counts = days.map(() => 0);
  for (const { day } of completed) counts[day] = (counts[day] ?? 0) + 1;
  const weeks = new Map<string, number>();
  days.forEach((day, index) => {
    const week = mondayOf(day);
    weeks.set(week, (weeks.get(week) ?? 0) + (counts[index] ?? 0));
  });
  return [...weeks].map(([week, count]) => ({ week, count }));
}

/** Converts to hours with two decimals. */
const toHours = (ms: number | undefined): number | null =>
  ms === undefined ? null : Math.round((ms / HOUR_MS) * 100) / 100;

function computeCycleTime(completed: readonly Completed[]): CycleTimeType {
  const took = Float64Array.from(completed, (task) => task.durationMs).sort();
  const percentile = (share: number): number | null => toHours(took[Math.ceil(share * took.length) - 1]);
  const below = (hours: number | null): number =>
    hours === null ? took.length : took.findLastIndex((ms) => ms < hours * HOUR_MS) + 1;
  const ends = [...CYCLE_HOURS, null];
  return {
    tasks: took.length,
    p50Hours: percentile(0.5),
    p85Hours: percentile(0.85),
    classes: ends.map((toHours, index) => {
      const fromHours = CYCLE_HOURS[index - 1] ?? 0;
      return { fromHours, toHours, tasks: below(toHours) - below(fromHours) };
    }),
  };
}

function countByPerson(completed: readonly Completed[], open: readonly OpenTasks[]): PersonFiguresType[] {
  const all = new Map<string | null, PersonFiguresType>();
  const of = (userId: string | null): PersonFiguresType => {
    const known = all.get(userId) ?? { userId, completed: 0, open: 0, overdue: 0 };
    all.set(userId, known);
    return known;
  };
  for (const { assigneeId } of completed) of(assigneeId).completed += 1;
  for (const { userId, ...tasks } of open) Object.assign(of(userId), tasks);
  return [...all.values()]
    .sort((a, b) => b.completed - a.completed || b.open - a.open || ((a.userId ?? '') < (b.userId ?? '') ? -1 : 1))
    .slice(0, ANALYTICS_PEOPLE);
}

type Readable = LoggedProject & { counts: boolean };

async function readReadable(ctx: Context): Promise<Readable[]> {
  const { rows } = await sql<Readable>`
    select p.id, p.revision, p.archived_at is null and not p.is_template as counts, (select id from epoch) as epoch,
      (select count(*)::int from change c where c.project_id = p.id and c.entity = 'task' and c.fields = '{}') as blanked
    from project p where p.id in (${visibleProjects(requireViewer(ctx))})`.execute(ctx.em.getKysely());
  return rows;
}

/** Computes figures over a range of days for one project, or for all active projects of the viewer. */
export async function analytics(ctx: Context, raw: unknown): Promise<AnalyticsType> {
  const viewer = requireViewer(ctx);
  const { from, to, projectId, assigneeId } = parse(analyticsSchema, raw);
  const now = ctx.resources.now();
  const [{ timeZone }, readable] = await Promise.all([
    readPreferences(ctx, viewer.userId),
    readReadable(ctx),
    projectId && readProject(ctx, projectId),
  ]);
  const projects = readable.filter(({ id, counts }) => (projectId ? id === projectId : counts));
  const asked = assigneeId === ME ? viewer.userId : assigneeId;
  const isWanted = (assignee: string | null): boolean =>
    !asked || (asked === NONE ? assignee === null : assignee === asked);
  const count = daysBetween(from, to);
  const beginnings = listDayStarts(from, count, timeZone).map((at) => at.getTime());
  const [timelines, open] = await Promise.all([
    cacheFor(ctx.resources.orm).get(ctx.em, projects, beginnings[0] ?? now.getTime()),
    readOpenTasks(
      ctx.em,
      projects.map(({ id }) => id),
      { now, today: dayAt(now, timeZone) },
    ),
  ]);
  const days = listDays(from, count);
  const begun = days.filter((_, index) => (beginnings[index] ?? 0) <= now.getTime());
  const completed = findCompleted(timelines, beginnings, isWanted, new Set(readable.map(({ id }) => id)));
  const flow = computeFlow(timelines, beginnings, isWanted);
  return {
    from,
    to,
    completedByWeek: countByWeek(begun, completed),
    flow: begun.map((day, index): FlowDayType => {
      const [todo = 0, inProgress = 0, inReview = 0, done = 0] = flow[index] ?? [];
      return { day, todo, inProgress, inReview, done };
    }),
    cycleTime: computeCycleTime(completed),
    byPerson: countByPerson(
      completed,
      open.filter(({ userId }) => isWanted(userId)),
    ),
  };
}
