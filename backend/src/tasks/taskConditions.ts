import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { searchWords } from '../../contract/fold.js';
import { parseTaskKey } from '../../contract/keys.js';
import { addDays, computeDays, listDayStarts } from '../../contract/localDays.js';
import { DAY_MS } from '../../contract/limits.js';
import type { TaskDue } from '../../contract/enums.js';
import {
  startOfCompletedWithin,
  type Day,
  type Days,
  dueRange,
  dependsOnDays,
  ME,
  NONE,
  OVERLAP_MS,
} from '../../contract/taskList.js';
import type { TaskFilter } from '../../contract/tasks.js';
import { columnIdSql } from '../columns/homeColumns.js';
import { readPreferences } from '../auth/preferences.reads.js';

/** The context in which a filter is evaluated, besides the task itself. */
export interface FilterContext {
  userId: string;
  now: Date;
  /** Set if the filter refers to days. */
  zoned: { zone: string; days: Days } | undefined;
}

/** The fields of a filter that refer to days. */
type DayFilter = Pick<TaskFilter, 'due' | 'dues' | 'overdue' | 'dueDayFrom' | 'dueDayTo' | 'timeZone'>;

/** Returns the time zone a filter needs: '' for the viewer's preference, `undefined` if it does not refer to days. */
export function requiredZone({
  due,
  dues,
  overdue: late,
  dueDayFrom,
  dueDayTo,
  timeZone,
}: DayFilter): string | undefined {
  const refersToDays = [...(due ? [due] : []), ...(dues ?? [])].some((one) => one !== 'NONE');
  return refersToDays || late != null || dueDayFrom != null || dueDayTo != null ? (timeZone ?? '') : undefined;
}

/** Reads the viewer's preferred time zone only if the filter needs it. */
export async function readFilterContext(
  em: EntityManager,
  userId: string,
  now: Date,
  filter: DayFilter,
): Promise<FilterContext> {
  const required = requiredZone(filter);
  if (required === undefined) return { userId, now, zoned: undefined };
  const zone = required || (await readPreferences({ em }, userId)).timeZone;
  return { userId, now, zoned: { zone, days: computeDays(now, zone) } };
}

/** True if `task t` is due on a day. Older versions change the due date alone; the day then no longer counts. */
const IS_DAY = sql`t.due_day_time = t.due_date`;
/** The day on which `task t` is due, or null. `Task.dueDay` is the same rule for a loaded task. */
export const DUE_DAY = sql<string | null>`(case when ${IS_DAY} then t.due_day end)`;

/** The present, and the reader's day. */
export interface Present {
  now: Date;
  today: string;
}

/** At this distance from a day's due time, the day is in the past or in the future everywhere: zones differ by 26 hours. */
export const DAY_SPREAD_MS = 2 * DAY_MS;

/**
 * The single definition of "overdue" for all lists and counts: a time that has passed, or a day that has ended for the reader.
 * The first condition follows from the last one, and is for the indexes.
 */
export const overdue = ({ now, today }: Present): RawBuilder<unknown> => sql`
  t.due_date < ${new Date(now.getTime() + DAY_SPREAD_MS)} and t.status <> 'DONE'
  and case when ${IS_DAY} then t.due_day < ${today}::date else t.due_date < ${now} end`;

export function requireZoned({ zoned }: FilterContext): { zone: string; days: Days } {
  if (!zoned) throw new Error('the filter context has no days');
  return zoned;
}

export const overdueFor = (context: FilterContext): RawBuilder<unknown> =>
  overdue({ now: context.now, today: requireZoned(context).days.today.date });

/** Compares a due day as a day, and a due time with the start of the day. */
export const dueBefore = ({ date, start }: Day): RawBuilder<unknown> =>
  sql`case when ${IS_DAY} then t.due_day < ${date}::date else t.due_date < ${start} end`;

/** Restricts to days from the first to the last, both included. */
function dueWithin({ dueDayFrom, dueDayTo }: TaskFilter, context: FilterContext): RawBuilder<unknown>[] {
  const dayOf = (date: string): Day => {
    const [start = new Date(date)] = listDayStarts(date, 0, requireZoned(context).zone);
    return { date, start };
  };
  return [
    ...(dueDayFrom ? [sql`not (${dueBefore(dayOf(dueDayFrom))})`] : []),
    ...(dueDayTo ? [dueBefore(dayOf(addDays(dueDayTo, 1)))] : []),
  ];
}

/** Words of a search that use the index; more would only scan long lists of frequent words. */
const INDEXED_WORDS = 3;

/** Each word must be in the folded text. The longest, usually the rarest, use the index. Wildcards are escaped. */
const hasWords = (words: readonly string[]): RawBuilder<unknown>[] =>
  words
    .toSorted((a, b) => b.length - a.length)
    .map((word, place) =>
      place < INDEXED_WORDS
        ? sql`t.folded like ${`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`
        : sql`strpos(t.folded, ${word}) > 0`,
    );

/** Matches tasks with all words, and the task that has, or had, the searched key. */
function matchesSearch(search: string): RawBuilder<unknown> {
  const words = hasWords(searchWords(search));
  const inText = words.length === 0 ? sql`true` : sql.join(words, sql` and `);
  const key = parseTaskKey(search);
  if (!key) return inText;
  // an array, so that both sides can use their index
  return sql`((${inText}) or t.id = any(array(
    select n.task_id from (
      select id from project where key = ${key.prefix}
      union select project_id from former_project_key where key = ${key.prefix}) p
    join task_number n on n.project_id = p.id and n.number = ${key.number})))`;
}

/** Without values, there is no condition. A single value is compared by `=`, which keeps the order of an index. */
function oneOf(
  column: RawBuilder<unknown>,
  values: readonly string[] | null | undefined,
  type: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  if (!values?.length) return [];
  return [
    values.length === 1 ? sql`${column} = ${values[0]}::${type}` : sql`${column} = any(${[...values]}::${type}[])`,
  ];
}

function assignedTo(ids: readonly string[] | null | undefined, { userId }: FilterContext): RawBuilder<unknown>[] {
  const people = oneOf(
    sql`t.assignee_id`,
    ids?.filter((id) => id !== NONE).map((id) => (id === ME ? userId : id)),
    sql`uuid`,
  );
  if (!ids?.includes(NONE)) return people;
  return [sql`(${sql.join([sql`t.assignee_id is null`, ...people], sql` or `)})`];
}

/** Overdue tasks match OVERDUE only. */
function dueIn(due: TaskDue, context: FilterContext): RawBuilder<unknown> {
  if (due === 'OVERDUE') return overdueFor(context);
  if (!dependsOnDays(due)) return sql`t.due_date is null`;
  const [from, to] = dueRange(due, requireZoned(context).days);
  const until = to ? sql`and ${dueBefore(to)}` : sql``;
  return sql`(${overdueFor(context)}) is not true and not (${dueBefore(from)}) ${until}`;
}

function dueInOne(dues: readonly TaskDue[] | null | undefined, filterContext: FilterContext): RawBuilder<unknown>[] {
  if (!dues?.length) return [];
  const each = dues.map((due) => sql`(${dueIn(due, filterContext)})`);
  return [sql`(${sql.join(each, sql` or `)})`];
}

/** The open tasks that block a task, as the rest of a statement. */
export const openBlockersOf = (taskId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  from task_relation r join task b on b.id = r.task_id and b.status <> 'DONE' and b.deleted_at is null
  where r.other_id = ${taskId} and r.kind = 'BLOCKS' and r.deleted_at is null`;

/** Translates a filter to SQL. `contract/taskList.ts` implements the same for the client; a test compares the two. */
export function buildConditions(filter: TaskFilter, filterContext: FilterContext): RawBuilder<unknown>[] {
  const { updatedSince, completedFrom, completedTo, completedWithinDays } = filter;
  const all: RawBuilder<unknown>[] = [
    ...oneOf(sql`t.status`, filter.status && [filter.status], sql`task_status`),
    ...oneOf(sql`t.status`, filter.statuses, sql`task_status`),
    ...oneOf(sql.raw(columnIdSql('t')), filter.columnIds, sql`uuid`),
    ...oneOf(sql`t.priority`, filter.priorities, sql`task_priority`),
    ...assignedTo(filter.assigneeId ? [filter.assigneeId] : null, filterContext),
    ...assignedTo(filter.assigneeIds, filterContext),
    ...oneOf(sql`t.creator_id`, filter.creatorIds, sql`uuid`),
    ...dueInOne(filter.due && [filter.due], filterContext),
    ...dueInOne(filter.dues, filterContext),
    ...dueWithin(filter, filterContext),
  ];
  if (filter.involving) all.push(sql`(t.creator_id = ${filter.involving} or t.assignee_id = ${filter.involving})`);
  if (filter.parentId)
    all.push(filter.parentId === NONE ? sql`t.parent_id is null` : sql`t.parent_id = ${filter.parentId}`);
  if (filter.blocked != null) {
    const isBlocked = sql`exists (select 1 ${openBlockersOf(sql`t.id`)})`;
    all.push(filter.blocked ? isBlocked : sql`not ${isBlocked}`);
  }
  if (filter.tag) all.push(sql`${filter.tag} = any(t.tags)`);
  if (filter.tags?.length) all.push(sql`t.tags && ${filter.tags}::text[]`);
  if (filter.overdue === true) all.push(overdueFor(filterContext));
  if (filter.overdue === false) all.push(sql`(${overdueFor(filterContext)}) is not true`);
  if (filter.dueFrom) all.push(sql`t.due_date >= ${filter.dueFrom}`);
  if (filter.dueTo) all.push(sql`t.due_date < ${filter.dueTo}`);
  if (filter.startDateFrom) all.push(sql`t.start_date >= ${filter.startDateFrom}::date`);
  if (filter.startDateTo) all.push(sql`t.start_date <= ${filter.startDateTo}::date`);
  if (updatedSince) all.push(sql`t.updated_at >= ${new Date(updatedSince.getTime() - OVERLAP_MS)}`);
  // The same expressions as in the orders, so that their indexes apply.
  const since = completedWithinDays == null ? null : startOfCompletedWithin(completedWithinDays, filterContext.now);
  for (const from of [completedFrom, since]) {
    if (from) all.push(sql`coalesce(t.completed_at, '-infinity'::timestamptz) >= ${from}`);
  }
  if (completedTo) all.push(sql`coalesce(t.completed_at, 'infinity'::timestamptz) < ${completedTo}`);
  if (filter.search) all.push(matchesSearch(filter.search));
  return all;
}
