import * as v from 'valibot';
import { DAY_MS } from './limits.js';
import { withReason } from './reasons.js';
import { ME, NONE } from './taskList.js';
import { timeBound, zoneField } from './tasks.js';
import { idField, isDay } from './text.js';

/** A leap year. */
export const ANALYTICS_DAYS = 366;

/** People with figures of their own; those with the most completed tasks come first. */
export const ANALYTICS_PEOPLE = 100;

/** Upper bounds of the cycle time classes, in hours: half a day to four weeks. The last class is open. */
export const CYCLE_HOURS = [4, 24, 72, 168, 336, 672] as const;

/** Counts the days from one to another, both included. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

const dayField = (message: string) =>
  v.pipe(v.optional(v.string(message), ''), v.check(withReason('notADate', isDay), message));

const assigneeField = v.nullish(
  v.union([v.picklist([ME, NONE]), idField('')], `Assignee must be a user id, "${ME}" or "${NONE}"`),
);
const projectField = v.nullish(idField('Project must be an id'));

/** The zone of days and weeks; by default the one in the viewer's preferences. */
export const dashboardSchema = v.object({ timeZone: v.nullish(zoneField) });

/** The viewer's calendar days, both included, and optional filters. */
export const analyticsSchema = v.pipe(
  v.object({
    from: dayField('From must be a day, like 2026-11-22'),
    to: dayField('To must be a day, like 2026-11-22'),
    projectId: projectField,
    assigneeId: assigneeField,
  }),
  v.forward(
    v.partialCheck(
      [['from'], ['to']],
      withReason('beforeStart', ({ from, to }) => from <= to),
      'To must not be before from',
    ),
    ['to'],
  ),
  v.forward(
    v.partialCheck(
      [['from'], ['to']],
      withReason('tooManyDays', ({ from, to }) => daysBetween(from, to) <= ANALYTICS_DAYS, { max: ANALYTICS_DAYS }),
      `At most ${ANALYTICS_DAYS} days at once`,
    ),
    ['to'],
  ),
);

export const activitySchema = v.object({
  actorId: v.nullish(v.union([v.literal(ME), idField('')], `Actor must be a user id or "${ME}"`)),
  projectId: projectField,
  from: timeBound('From'),
  to: timeBound('To'),
});
export type ActivityInput = v.InferOutput<typeof activitySchema>;
