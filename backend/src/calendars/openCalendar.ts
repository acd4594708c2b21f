import { sql } from 'kysely';
import { excerptTask } from '../../contract/excerpt.js';
import { TaskOrder } from '../../contract/enums.js';
import { CALENDAR_FEEDS } from '../../contract/limits.js';
import { addDays, dayAt } from '../../contract/localDays.js';
import type { TaskFilter } from '../../contract/tasks.js';
import { viewFilterSchema } from '../../contract/views.js';
import { readPreferences } from '../auth/preferences.reads.js';
import { bypassReadGate } from '../platform/database/requestScope.js';
import { notFound } from '../platform/lib/errors.js';
import { parse } from '../platform/lib/parse.js';
import { type Context, newContext } from '../request/context.js';
import { FairQueue } from '../request/fairQueue.js';
import { readUpTo } from '../request/page.js';
import { limitAddress, limitCalendar } from '../request/rates.js';
import { readTasks, type TaskRow } from '../tasks/task.reads.js';
import { findValidFeed, type ValidFeed } from './calendarFeed.reads.js';
import { type CalendarTask, writeCalendar } from './calendarFile.js';

const MINUTE_MS = 60_000;

/** Two files are written at a time, because each can have thousands of tasks. The owners of feeds take turns. */
const writing = new FairQueue(2, 200);

/** Reads as the feed's owner, so a feed never contains more than they can see now. */
function startReading({ resources }: Context, { userId }: ValidFeed): Context {
  const program = { tokenId: '', scope: 'READ', projectIds: null } as const;
  return newContext(resources, { viewer: { userId, sessionId: '', program } });
}

const latest = (one: string, other: string | null | undefined): string => (other && other > one ? other : one);
const earliest = (one: string, other: string | null | undefined): string => (other && other < one ? other : one);

/** Keeps the beginning of a description. A copy, because a part of a string would keep the whole string in memory. */
const toCalendarTask = ({ description, ...task }: TaskRow): CalendarTask => ({
  ...task,
  excerpt: Buffer.from(excerptTask({ description })).toString(),
});

/**
 * Returns the tasks of a feed that are due around today in its owner's time zone, those that are due first. If there are too
 * many, those from today on come before the past ones, of which the latest remain.
 */
async function readFeedTasks(ctx: Context, { userId, filter: stored }: ValidFeed): Promise<CalendarTask[]> {
  const { timeZone } = await readPreferences(ctx, userId);
  const today = dayAt(ctx.resources.now(), timeZone);
  const wanted = parse(viewFilterSchema, stored);
  const readDue = async (from: string, to: string, order: TaskOrder, max: number): Promise<CalendarTask[]> => {
    const filter: TaskFilter = {
      ...wanted,
      timeZone,
      dueDayFrom: latest(from, wanted.dueDayFrom),
      dueDayTo: earliest(to, wanted.dueDayTo),
    };
    return readUpTo(max, async (args) => {
      const page = await readTasks(ctx, filter, order, { ...args, counts: ['keys'] });
      return { ...page, rows: page.rows.map(toCalendarTask) };
    });
  };
  const { pastDays, futureDays, tasksMax } = CALENDAR_FEEDS;
  const coming = await readDue(today, addDays(today, futureDays), TaskOrder.DUE_ASC, tasksMax);
  const room = tasksMax - coming.length;
  if (room === 0) return coming;
  const past = await readDue(addDays(today, -pastDays), addDays(today, -1), TaskOrder.DUE_DESC, room);
  return [...past.toReversed(), ...coming];
}

/** Records the fetch of a feed to the minute. Skips a locked row: another process is updating it. */
async function recordFetch({ resources: { orm, now } }: Context, { id, lastFetchedAt }: ValidFeed): Promise<void> {
  const at = now();
  if (lastFetchedAt !== null && at.getTime() - Date.parse(lastFetchedAt) < MINUTE_MS) return;
  await bypassReadGate(() =>
    sql`
      update calendar_feed set last_fetched_at = ${at}
      where id in (select id from calendar_feed where id = ${id} for update skip locked)`.execute(
      orm.em.fork().getKysely(),
    ),
  );
}

/** Returns the file of a feed. Throws NOT_FOUND; absent, revoked and suspended feeds are the same. */
export async function openCalendar(ctx: Context, token: string): Promise<string> {
  await limitAddress(ctx, 'calendarReadsPerAddress');
  const { orm, now, env } = ctx.resources;
  const feed = await findValidFeed(orm.em.fork(), token, now());
  if (!feed) throw notFound('Calendar');
  await limitCalendar(ctx, feed.id);
  await recordFetch(ctx, feed);
  return writing.run({ caller: feed.userId, abandoned: ctx.caller?.abandoned }, async () => {
    const tasks = await readFeedTasks(startReading(ctx, feed), feed);
    return writeCalendar({ name: feed.name, kind: feed.as, tasks, brand: env.brandName, publicUrl: env.publicUrl });
  });
}
