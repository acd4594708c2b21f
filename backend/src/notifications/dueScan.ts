import { type RawBuilder, sql } from 'kysely';
import { NIL } from 'uuid';
import { DAY_MS } from '../../contract/limits.js';
import { dayAt } from '../../contract/localDays.js';
import type { Resources } from '../request/context.js';
import { groupEvents, type NotificationEvent } from './events.js';
import { parsePreferences } from '../auth/preferences.reads.js';
import { DAY_SPREAD_MS, DUE_DAY } from '../tasks/taskConditions.js';
import { deliverByPreferences } from './notify.js';
import { hasMuted } from '../watching/watch.reads.js';

/** People per page of the scan. */
const PEOPLE = 100;
/** Tasks per person and scan; the scan of the next minute takes the rest. */
const TASKS = 1_000;
/** Tasks overdue for longer are ignored: a new installation must not report tasks that were due last year. */
const OVERDUE_MS = 7 * DAY_MS;

interface Due {
  taskId: string;
  projectId: string;
  title: string;
  project: string;
  dueDate: string;
  kind: 'DUE_SOON' | 'OVERDUE';
}

/**
 * The current day, and the first day that ended within the last seven days, in each time zone that people have chosen;
 * '' is the default one.
 */
type Todays = ReadonlyMap<string, { today: string; since: string }>;

/** A task without an assignee belongs to its creator. */
const RECIPIENT = sql`coalesce(t.assignee_id, t.creator_id)`;
const ZONE = sql`coalesce(a.preferences ->> 'timeZone', '')`;

const overdueSince = (at: Date): Date => new Date(at.getTime() - OVERDUE_MS);

/** Selects open tasks `t` whose due date is near. A due day ends up to two days after its due time. */
const isNearDue = (at: Date): RawBuilder<unknown> => sql`t.deleted_at is null and t.status <> 'DONE'
  and t.due_date > ${new Date(overdueSince(at).getTime() - DAY_SPREAD_MS)}::timestamptz
  and t.due_date < ${at}::timestamptz + interval '24 hours'`;

/** Reads the days in each time zone of people whose tasks are due on a day. */
async function readTodays({ orm, now }: Resources): Promise<Todays> {
  const at = now();
  const { rows } = await sql<{ zone: string }>`
    select distinct ${ZONE} as zone from task t join account a on a.id = ${RECIPIENT}
    where ${isNearDue(at)} and ${DUE_DAY} is not null`.execute(orm.em.fork().getKysely());
  // A stored zone may no longer be valid.
  return new Map(
    rows.map(({ zone }) => {
      const { timeZone } = parsePreferences({ timeZone: zone });
      return [zone, { today: dayAt(at, timeZone), since: dayAt(overdueSince(at), timeZone) }];
    }),
  );
}

/**
 * CTEs `due` and `pending` (due, but without a notification). A time is overdue when it has passed, and a day when it
 * has ended for the recipient. Between the due time of a day and its end, there is nothing to notify of.
 */
const dueAt = (at: Date, todays: Todays, condition: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> => sql`
  today(zone, day, since) as (
    select * from unnest(${[...todays.keys()]}::text[], ${[...todays.values()].map(({ today }) => today)}::date[],
      ${[...todays.values()].map(({ since }) => since)}::date[]))
  , due as (
    select t.id, t.project_id, t.title, t.due_date, p.name as project, ${RECIPIENT} as user_id,
      case
        when case when ${DUE_DAY} is null then t.due_date < ${at} and t.due_date > ${overdueSince(at)}
          else t.due_day < today.day and t.due_day >= today.since end then 'OVERDUE'
        when t.due_date >= ${at} then 'DUE_SOON'
      end as kind
    from task t join project p on p.id = t.project_id and p.deleted_at is null and p.archived_at is null
        and not p.is_example and not p.is_template
      join account a on a.id = ${RECIPIENT} left join today on today.zone = ${ZONE}
    where ${isNearDue(at)} and ${condition})
  , pending as (
    select * from due
    where kind is not null and exists (select 1 from project_member m where m.project_id = due.project_id and m.user_id = due.user_id)
      and not ${hasMuted(sql`due.user_id`, sql`due.id`, sql`due.project_id`)}
      and not exists (select 1 from due_notice n where n.task_id = due.id and n.user_id = due.user_id
        and n.kind = due.kind and n.due_date = due.due_date))`;

/**
 * Notifies people of tasks that are due within 24 hours or have become overdue. A unique row per due date prevents duplicates
 * between processes. Each person has their own transaction, so a failure does not affect others. Returns the number of tasks.
 */
export async function scanDue(resources: Resources): Promise<number> {
  const todays = await readTodays(resources);
  let total = 0;
  let after: string | undefined = NIL;
  while (after !== undefined) {
    const people: string[] = await findPeopleToNotify(resources, todays, after);
    const woken: string[] = [];
    for (const userId of people) {
      total += await notifyPerson(resources, todays, userId, (id) => void woken.push(id)).catch((error: unknown) => {
        resources.log.error({ err: error, userId }, 'due notifications of a person failed');
        return 0;
      });
    }
    resources.wakeUps.announce({ projects: [], inboxes: woken, members: [], writers: [] });
    after = people.length < PEOPLE ? undefined : people.at(-1);
  }
  return total;
}

async function findPeopleToNotify({ orm, now }: Resources, todays: Todays, after: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    with ${dueAt(now(), todays)}
    select distinct user_id as "userId" from pending where user_id > ${after} order by user_id limit ${PEOPLE}`.execute(
    orm.em.fork().getKysely(),
  );
  return rows.map(({ userId }) => userId);
}

async function notifyPerson(
  { orm, now }: Resources,
  todays: Todays,
  userId: string,
  wakeInbox: (userId: string) => void,
): Promise<number> {
  const at = now();
  const isOwn = sql`(t.assignee_id = ${userId} or (t.assignee_id is null and t.creator_id = ${userId}))`;
  return orm.em.fork().transactional(async (em) => {
    const { rows } = await sql<Due>`
      with ${dueAt(at, todays, isOwn)}
      , fresh as (
        insert into due_notice (task_id, user_id, kind, due_date, at)
        select id, user_id, kind, due_date, ${at} from pending
        -- ordered, so that concurrent scans cannot deadlock
        order by id limit ${TASKS}
        on conflict do nothing
        returning task_id, kind, due_date)
      select fresh.task_id as "taskId", due.project_id as "projectId", due.title, due.project,
        fresh.due_date as "dueDate", fresh.kind
      from fresh join due on due.id = fresh.task_id
      order by fresh.due_date, fresh.task_id`.execute(em.getKysely());
    const all = rows.map(({ taskId, projectId, title, project, dueDate, kind }): NotificationEvent => ({
      userId,
      kind,
      actor: '',
      actorId: null,
      project,
      projectId,
      task: title,
      taskId,
      fields: {},
      source: `${kind}:${taskId}:${dueDate}`,
    }));
    await deliverByPreferences({ em, now: at, wakeInbox }, groupEvents(all));
    return rows.length;
  });
}
