import { DAY_MS } from '../../contract/limits.js';
import { addDays, dayAt, dueTimeOf, listDayStarts, timeOfDay } from '../../contract/localDays.js';
import { completeRepeat, type GivenRepeat, type Repeat } from '../../contract/repeat.js';
import { fieldError, invalid } from '../platform/lib/errors.js';
import { newId } from '../platform/lib/ids.js';
import { firstDay } from './occurrences.js';
import type { Task } from './task.entity.js';

const NO_DAYS = fieldError('noDays', 'This rule has no day within ten years');

type Dated = Pick<Task, 'dueDate' | 'dueDay' | 'startDate'>;

/** The due day of a task in the time zone of its series; null if it has no due date. */
const dueDayOf = ({ dueDate, dueDay }: Dated, { timeZone }: Repeat): string | null =>
  dueDay ?? (dueDate && dayAt(dueDate, timeZone));

/** Whether a task is due at a time on a day on which the clocks skip an hour. */
export function isOnClockChange(task: Dated, { timeZone }: Repeat): boolean {
  const { dueDate, dueDay } = task;
  if (dueDate === null || dueDay !== null) return false;
  const [start, end] = listDayStarts(dayAt(dueDate, timeZone), 1, timeZone) as [Date, Date];
  return end.getTime() - start.getTime() < DAY_MS;
}

/**
 * Moves the dates of a task to a day. A due time stays the same in the series' time zone, and the start keeps its
 * distance. `earlier` is when the previous task of the series was due. If the clocks skipped its time on the day of this
 * task, the series returns to it.
 */
export function datesOn(
  task: Dated,
  repeat: Repeat,
  day: string,
  earlier?: Date | null,
): Pick<Task, 'dueDate' | 'dueDay' | 'startDate'> {
  const { dueDate, dueDay, startDate } = task;
  const before = dueDayOf(task, repeat);
  const isTimed = dueDate !== null && dueDay === null;
  const isShifted =
    earlier != null && timeOfDay(before ?? day, earlier, repeat.timeZone).getTime() === dueDate?.getTime();
  return {
    dueDate: isTimed ? timeOfDay(day, isShifted ? earlier : dueDate, repeat.timeZone) : dueTimeOf(day, repeat.timeZone),
    dueDay: isTimed ? null : day,
    startDate:
      startDate === null || before === null
        ? startDate
        : addDays(day, Math.round((Date.parse(startDate) - Date.parse(before)) / DAY_MS)),
  };
}

const latest = (...days: readonly string[]): string => days.toSorted().at(-1) ?? '';

/**
 * Returns the day of the next occurrence of a task; null at the end of the series. Counted from the due day, it is the
 * next day of the rule that has not passed, so that an overdue task does not return several times. Counted from the day
 * it was done, it is the next day of a rule that begins then. A task without a due date keeps its start, so it is not due before.
 */
export function nextDay(task: Dated & { occurrence: number | null }, repeat: Repeat, now: Date): string | null {
  const { rule, mode, timeZone, until, count } = repeat;
  if (count !== null && (task.occurrence ?? 1) >= count) return null;
  const today = dayAt(now, timeZone);
  const due = dueDayOf(task, repeat);
  const start = mode === 'FROM_DUE' && due !== null ? due : today;
  const from = latest(addDays(start, 1), today, (due === null && task.startDate) || today);
  // No one has chosen the day on which a task was done, so a month without that day is not skipped.
  const cutsMonths = mode === 'FROM_DONE';
  // The search from a start long ago can take too long: the rule then begins today.
  const day = firstDay(rule, start, from, { cutsMonths }) ?? (start < today ? firstDay(rule, today, today) : null);
  return day === null || (until !== null && day > until) ? null : day;
}

/** Sets the dates; the due date comes first, because the setter of the day needs it. */
export function moveDates(task: Dated, { dueDate, dueDay, startDate }: Dated): void {
  task.dueDate = dueDate;
  task.dueDay = dueDay;
  task.startDate = startDate;
}

/** Throws VALIDATION_FAILED at `field` if a series ends before its first day: nothing would follow. */
function requireEndAfter(first: string, { until }: Repeat, field: string): void {
  if (until === null || until >= first) return;
  throw invalid({ [field]: fieldError('beforeStart', `The last day must not be before ${first}`) });
}

/**
 * Makes a task repeat, in a new series unless it was repeating before. Without a due date, an open task becomes due on the first
 * day of the rule that is neither in the past nor before its start. Throws VALIDATION_FAILED at `field` if there is none.
 */
export function startSeries(
  task: Task,
  given: GivenRepeat,
  now: Date,
  { field, wasRepeating = false }: { field: string; wasRepeating?: boolean },
): void {
  const repeat = completeRepeat(given);
  const today = dayAt(now, repeat.timeZone);
  const due = dueDayOf(task, repeat);
  const begins = due ?? latest(today, task.startDate ?? today);
  const first = firstDay(repeat.rule, begins, begins);
  if (first === null) throw invalid({ [field]: NO_DAYS });
  requireEndAfter(due ?? first, repeat, field.replace(/rule$/, 'until'));
  // If the task is already done, it is no longer due; the next task of its series is.
  if (due === null && task.status !== 'DONE') moveDates(task, datesOn(task, repeat, first));
  task.repeat = repeat;
  if (wasRepeating) return;
  task.seriesId = newId();
  task.occurrence = 1;
}
