import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { DAY_MS } from '../../contract/limits.js';
import { addDays, dayAt, timeOfDay } from '../../contract/localDays.js';
import { FIRST_DAY, LAST_DAY } from '../../contract/text.js';
import { fieldError, invalid } from '../platform/lib/errors.js';
import { DUE_DAY } from '../tasks/taskConditions.js';
import type { Tx } from '../write/command.js';
import type { CopiedFields, CopyIds } from '../write/copyRows.js';

/** The number of dates that are computed before other requests are served. */
const AT_ONCE = 500;

const OUT_OF_RANGE = fieldError('outOfRange', 'The last date would be out of range', { min: FIRST_DAY, max: LAST_DAY });

interface Dates {
  id: string;
  startDate: string | null;
  dueDay: string | null;
  dueDate: Date | null;
}

interface Shift {
  joins: ReturnType<typeof sql>[];
  set: CopiedFields;
  /** How a copy repeats: the last day of a series moves, too. */
  repeat: ReturnType<typeof sql>;
}

/**
 * Returns SQL for the dates of copied tasks, all moved by the same number of days, so that the earliest falls on a
 * given day. Times of day stay the same in the time zone, even across a clock change. Throws VALIDATION_FAILED if the
 * latest is out of range.
 */
export async function shiftDates(
  { em }: Tx,
  tasks: CopyIds,
  datesFrom: string | null,
  timeZone: string,
): Promise<Shift> {
  const none: Shift = { joins: [], set: {}, repeat: sql`src.repeat` };
  if (datesFrom === null) return none;
  const { rows } = await sql<Dates>`
    select t.id, t.start_date::text as "startDate", ${DUE_DAY}::text as "dueDay", t.due_date as "dueDate" from task t
    where t.id = any(${[...tasks.keys()]}::uuid[]) and (t.start_date is not null or t.due_date is not null)`.execute(
    em.getKysely(),
  );
  let [first, last] = [LAST_DAY, FIRST_DAY];
  const dayOf = ({ dueDay, dueDate }: Dates): string | null =>
    dueDay ?? (dueDate && dayAt(new Date(dueDate), timeZone));
  for (const row of rows) {
    for (const day of [row.startDate, dayOf(row)]) {
      if (day === null) continue;
      if (day < first) first = day;
      if (day > last) last = day;
    }
  }
  const days = Math.round((Date.parse(datesFrom) - Date.parse(first)) / DAY_MS);
  if (rows.length === 0 || days === 0) return none;
  if (Date.parse(last) + days * DAY_MS > Date.parse(LAST_DAY)) throw invalid({ datesFrom: OUT_OF_RANGE });
  const dues: { id: string; due: Date }[] = [];
  for (const [at, { id, dueDate }] of rows.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await nextTurn();
    const due = dueDate && new Date(dueDate);
    if (due) dues.push({ id, due: timeOfDay(addDays(dayAt(due, timeZone), days), due, timeZone) });
  }
  return {
    joins: [
      sql`left join unnest(${dues.map(({ id }) => id)}::uuid[], ${dues.map(({ due }) => due)}::timestamptz[])
        as moved(id, due) on moved.id = src.id`,
    ],
    set: {
      startDate: sql`src.start_date + ${days}::int`,
      storedDay: sql`src.due_day + ${days}::int`,
      dueDate: sql`moved.due`,
      // A stored due day is valid only while its time equals the due date.
      dueDayTime: sql`case when src.due_day_time = src.due_date then moved.due end`,
    },
    repeat: sql`case when src.repeat ->> 'until' is null then src.repeat else jsonb_set(
      src.repeat, '{until}', to_jsonb(least((src.repeat ->> 'until')::date + ${days}::int, ${LAST_DAY}::date)::text)) end`,
  };
}
