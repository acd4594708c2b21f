import { sql } from 'kysely';
import { ANALYTICS_PEOPLE, analyticsSchema, CYCLE_HOURS, daysBetween } from '../../contract/figures.js';
import { beginningsOf, mondayOf } from '../../contract/localDays.js';
import { ME } from '../../contract/taskList.js';
import { readPreferences } from '../auth/preferences.reads.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { parse } from '../kernel/parse.js';
import { activeProjects, readProject, visibleProjects } from '../projects/project.reads.js';
import { type Completed, type FlowStep, readCompleted, readFlow, readOpen, type Wanted } from './analytics.reads.js';
import type { AnalyticsType, CycleTimeType, FlowDayType, PersonFiguresType, WeekCountType } from './analytics.types.js';

const DAY_MS = 86_400_000;
const NAMES = { TODO: 'todo', IN_PROGRESS: 'inProgress', IN_REVIEW: 'inReview', DONE: 'done' } as const;

/** The days from the first on, by name. */
const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => new Date(Date.parse(first) + n * DAY_MS).toISOString().slice(0, 10));

/** From how it is now backwards: before each day's changes it was as at the end of the day before. */
function flowOf(days: readonly string[], steps: readonly FlowStep[]): FlowDayType[] {
  const present = { todo: 0, inProgress: 0, inReview: 0, done: 0 };
  const changes = new Map<number, FlowStep[]>();
  for (const step of steps) {
    if (step.day === 0) present[NAMES[step.status]] = step.tasks;
    else changes.set(step.day, [...(changes.get(step.day) ?? []), step]);
  }
  const takeBack = (day: number): void => {
    for (const { status, tasks } of changes.get(day) ?? []) present[NAMES[status]] -= tasks;
  };
  // what happened after the last of the days
  for (const day of changes.keys()) if (day > days.length) takeBack(day);
  return days
    .map((day, index) => ({ day, number: index + 1 }))
    .toReversed()
    .map(({ day, number }) => {
      const flow = { day, ...present };
      takeBack(number);
      return flow;
    })
    .toReversed();
}

function weeksOf(days: readonly string[], counts: Completed['days']): WeekCountType[] {
  const weeks = new Map<string, number>();
  days.forEach((day, index) => {
    const week = mondayOf(day);
    weeks.set(week, (weeks.get(week) ?? 0) + (counts?.[index + 1] ?? 0));
  });
  return [...weeks].map(([week, count]) => ({ week, count }));
}

/** To the hundredth of an hour, as nobody reads more. */
const rounded = (hours: number | undefined): number | null =>
  hours === undefined ? null : Math.round(hours * 100) / 100;

function cycleTimeOf({ percentiles, classes }: Completed): CycleTimeType {
  const ends = [...CYCLE_HOURS, null];
  const all = ends.map((toHours, index) => ({
    fromHours: CYCLE_HOURS[index - 1] ?? 0,
    toHours,
    tasks: classes?.[index] ?? 0,
  }));
  return {
    tasks: all.reduce((sum, { tasks }) => sum + tasks, 0),
    p50Hours: rounded(percentiles?.[0]),
    p85Hours: rounded(percentiles?.[1]),
    classes: all,
  };
}

function peopleOf({ people }: Completed, open: Awaited<ReturnType<typeof readOpen>>): PersonFiguresType[] {
  const all = new Map<string | null, PersonFiguresType>();
  for (const { userId, completed } of people ?? []) all.set(userId, { userId, completed, open: 0, overdue: 0 });
  for (const row of open) all.set(row.userId, { completed: all.get(row.userId)?.completed ?? 0, ...row });
  return [...all.values()]
    .sort((a, b) => b.completed - a.completed || b.open - a.open || ((a.userId ?? '') < (b.userId ?? '') ? -1 : 1))
    .slice(0, ANALYTICS_PEOPLE);
}

/** Figures over some days, of all projects of the viewer's that are not archived, or of one. */
export async function analytics(ctx: Context, raw: unknown): Promise<AnalyticsType> {
  const viewer = requireViewer(ctx);
  const { from, to, projectId, assigneeId } = parse(analyticsSchema, raw);
  const now = ctx.resources.now();
  const [{ timeZone }, projectIds] = await Promise.all([
    readPreferences(ctx, viewer.userId),
    projectId ? readProject(ctx, projectId).then(({ id }) => [id]) : idsOfActive(ctx),
  ]);
  const count = daysBetween(from, to);
  const beginnings = beginningsOf(from, count, timeZone);
  const wanted: Wanted = {
    projectIds,
    assigneeId: (assigneeId === ME ? viewer.userId : assigneeId) ?? null,
    beginnings,
    now,
  };
  const [completed, open, steps] = await Promise.all([
    readCompleted(ctx.em, wanted, visibleProjects(viewer)),
    readOpen(ctx.em, wanted),
    readFlow(ctx.em, wanted),
  ]);
  const days = daysFrom(from, count);
  const begun = days.filter((_, index) => (beginnings[index]?.getTime() ?? 0) <= now.getTime());
  return {
    from,
    to,
    completedByWeek: weeksOf(begun, completed.days),
    flow: flowOf(days, steps).slice(0, begun.length),
    cycleTime: cycleTimeOf(completed),
    byPerson: peopleOf(completed, open),
  };
}

async function idsOfActive(ctx: Context): Promise<string[]> {
  const { rows } = await sql<{ project_id: string }>`${activeProjects(requireViewer(ctx))}`.execute(ctx.em.getKysely());
  return rows.map(({ project_id: id }) => id);
}
