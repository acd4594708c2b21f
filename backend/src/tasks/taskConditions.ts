import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { searchWords } from '../../contract/fold.js';
import { daysOf } from '../../contract/localDays.js';
import type { TaskDue } from '../../contract/enums.js';
import { completedSinceOf, type Days, dueStretch, isByDays, ME, NONE, OVERLAP_MS } from '../../contract/taskList.js';
import type { TaskFilter } from '../../contract/tasks.js';
import { readPreferences } from '../auth/preferences.reads.js';

/** Who looks, and when: what a filter may speak of beside the task itself. */
export interface Looking {
  userId: string;
  now: Date;
  /** Where the filter asks for them. */
  days: Days | undefined;
}

/** What of a filter is about days. */
type ByDays = Pick<TaskFilter, 'due' | 'dues' | 'timeZone'>;

/** By whose days a filter counts: those of a zone, or where it names none '' for the zone that the person has chosen. */
export const zoneOf = ({ due, dues, timeZone }: ByDays): string | undefined =>
  [...(due ? [due] : []), ...(dues ?? [])].some(isByDays) ? (timeZone ?? '') : undefined;

/** The person's own zone is read only where the filter speaks of their days. */
export async function lookingAs(em: EntityManager, userId: string, now: Date, filter: ByDays): Promise<Looking> {
  const zone = zoneOf(filter);
  if (zone === undefined) return { userId, now, days: undefined };
  return { userId, now, days: daysOf(now, zone || (await readPreferences({ em }, userId)).timeZone) };
}

/** Late: due in the past and not done. The one rule for every list, number and label. */
export const overdue = (now: Date): RawBuilder<unknown> => sql`t.due_date < ${now} and t.status <> 'DONE'`;

/** So many words of a search are looked up in the index; more would read long lists of frequent ones to no use. */
const LOOKED_UP = 3;

/** Each word is somewhere in the folded text; the longest, which are the rarest, are looked up. All characters mean themselves. */
const hasWords = (words: readonly string[]): RawBuilder<unknown>[] =>
  words
    .toSorted((a, b) => b.length - a.length)
    .map((word, place) =>
      place < LOOKED_UP
        ? sql`t.folded like ${`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`
        : sql`strpos(t.folded, ${word}) > 0`,
    );

/** One of these; a single one leaves rows of an index in their order, none filters nothing. */
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

function assignedTo(ids: readonly string[] | null | undefined, { userId }: Looking): RawBuilder<unknown>[] {
  const people = oneOf(
    sql`t.assignee_id`,
    ids?.filter((id) => id !== NONE).map((id) => (id === ME ? userId : id)),
    sql`uuid`,
  );
  if (!ids?.includes(NONE)) return people;
  return [sql`(${sql.join([sql`t.assignee_id is null`, ...people], sql` or `)})`];
}

/** What is late is in none of the others. */
function dueIn(due: TaskDue, { now, days }: Looking): RawBuilder<unknown> {
  if (due === 'OVERDUE') return overdue(now);
  if (!isByDays(due)) return sql`t.due_date is null`;
  if (!days) throw new Error('whoever looks has days');
  const [from, to] = dueStretch(due, days);
  const until = to ? sql`and t.due_date < ${to}` : sql``;
  return sql`(${overdue(now)}) is not true and t.due_date >= ${from} ${until}`;
}

/** Due in one of these. */
function dueInOne(dues: readonly TaskDue[] | null | undefined, looking: Looking): RawBuilder<unknown>[] {
  if (!dues?.length) return [];
  const each = dues.map((due) => sql`(${dueIn(due, looking)})`);
  return [sql`(${sql.join(each, sql` or `)})`];
}

/** What a filter means; `contract/taskList.ts` says the same to the app, and a test holds the two together. */
export function conditionsOf(filter: TaskFilter, looking: Looking): RawBuilder<unknown>[] {
  const { updatedSince, completedFrom, completedTo, completedWithinDays } = filter;
  const all: RawBuilder<unknown>[] = [
    ...oneOf(sql`t.status`, filter.status && [filter.status], sql`task_status`),
    ...oneOf(sql`t.status`, filter.statuses, sql`task_status`),
    ...oneOf(sql`t.priority`, filter.priorities, sql`task_priority`),
    ...assignedTo(filter.assigneeIds, looking),
    ...oneOf(sql`t.creator_id`, filter.creatorIds, sql`uuid`),
    ...dueInOne(filter.due && [filter.due], looking),
    ...dueInOne(filter.dues, looking),
  ];
  if (filter.assigneeId) all.push(sql`t.assignee_id = ${filter.assigneeId}`);
  if (filter.involving) all.push(sql`(t.creator_id = ${filter.involving} or t.assignee_id = ${filter.involving})`);
  if (filter.tag) all.push(sql`${filter.tag} = any(t.tags)`);
  if (filter.tags?.length) all.push(sql`t.tags && ${filter.tags}::text[]`);
  if (filter.overdue === true) all.push(overdue(looking.now));
  if (filter.overdue === false) all.push(sql`(${overdue(looking.now)}) is not true`);
  if (filter.dueFrom) all.push(sql`t.due_date >= ${filter.dueFrom}`);
  if (filter.dueTo) all.push(sql`t.due_date < ${filter.dueTo}`);
  if (updatedSince) all.push(sql`t.updated_at >= ${new Date(updatedSince.getTime() - OVERLAP_MS)}`);
  // as the orders by it say it, so that their indexes serve
  const since = completedWithinDays == null ? null : completedSinceOf(completedWithinDays, looking.now);
  for (const from of [completedFrom, since]) {
    if (from) all.push(sql`coalesce(t.completed_at, '-infinity'::timestamptz) >= ${from}`);
  }
  if (completedTo) all.push(sql`coalesce(t.completed_at, 'infinity'::timestamptz) < ${completedTo}`);
  if (filter.search) all.push(...hasWords(searchWords(filter.search)));
  return all;
}
