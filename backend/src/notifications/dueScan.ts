import { type RawBuilder, sql } from 'kysely';
import { NIL } from 'uuid';
import type { Resources } from '../kernel/context.js';
import { groupOccasions, type Occasion } from './notices.js';
import { deliverAsWanted } from './notify.js';

/** People whom one look at the clock finds. */
const PEOPLE = 100;
/** Tasks that are told of to one person at once; the next minute has the rest. */
const TASKS = 1_000;
/** Nobody wants to hear on the first day that something was due last year. */
const OVERDUE_SINCE = '168 hours';

interface Due {
  taskId: string;
  projectId: string;
  title: string;
  project: string;
  dueDate: string;
  kind: 'DUE_SOON' | 'OVERDUE';
}

/** What falls due or is overdue, by whose it is, and has not been told of: a task without an assignee is its creator's. */
const dueAt = (at: Date, whose: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> => sql`
  due as (
    select t.id, t.project_id, t.title, t.due_date, p.name as project, coalesce(t.assignee_id, t.creator_id) as user_id,
      case when t.due_date < ${at} then 'OVERDUE' else 'DUE_SOON' end as kind
    from task t join project p on p.id = t.project_id and p.deleted_at is null and p.archived_at is null
    where t.deleted_at is null and t.status <> 'DONE' and ${whose}
      and t.due_date > ${at}::timestamptz - ${OVERDUE_SINCE}::interval and t.due_date < ${at}::timestamptz + interval '24 hours')
  , untold as (
    select * from due
    where exists (select 1 from project_member m where m.project_id = due.project_id and m.user_id = due.user_id)
      and not exists (select 1 from due_notice n where n.task_id = due.id and n.user_id = due.user_id
        and n.kind = due.kind and n.due_date = due.due_date))`;

/**
 * Tells people of their tasks that are due within 24 hours or have just become overdue; once for each due date of a task,
 * by a unique row, whatever the number of processes. Each person is told in a transaction of their own: of all at once,
 * and if that cannot be done the others are told all the same. Answers of how many tasks.
 */
export async function scanDue(resources: Resources): Promise<number> {
  let total = 0;
  let after: string | undefined = NIL;
  while (after !== undefined) {
    const people: string[] = await peopleToTell(resources, after);
    const woken: string[] = [];
    for (const userId of people) {
      const told = await tell(resources, userId, (id) => void woken.push(id)).catch((error: unknown) => {
        resources.log.error({ err: error, userId }, 'somebody could not be told of what is due');
        return 0;
      });
      total += told;
    }
    resources.wakeUps.announce({ projects: [], inboxes: woken, members: [], writers: [] });
    after = people.length < PEOPLE ? undefined : people.at(-1);
  }
  return total;
}

async function peopleToTell({ orm, now }: Resources, after: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    with ${dueAt(now())}
    select distinct user_id as "userId" from untold where user_id > ${after} order by user_id limit ${PEOPLE}`.execute(
    orm.em.fork().getKysely(),
  );
  return rows.map(({ userId }) => userId);
}

async function tell({ orm, now }: Resources, userId: string, wakeInbox: (userId: string) => void): Promise<number> {
  const at = now();
  const theirs = sql`(t.assignee_id = ${userId} or (t.assignee_id is null and t.creator_id = ${userId}))`;
  return orm.em.fork().transactional(async (em) => {
    const { rows } = await sql<Due>`
      with ${dueAt(at, theirs)}
      , fresh as (
        insert into due_notice (task_id, user_id, kind, due_date, at)
        select id, user_id, kind, due_date, ${at} from untold
        -- in one order, so that two scans at once can only wait for each other
        order by id limit ${TASKS}
        on conflict do nothing
        returning task_id, kind, due_date)
      select fresh.task_id as "taskId", due.project_id as "projectId", due.title, due.project,
        fresh.due_date as "dueDate", fresh.kind
      from fresh join due on due.id = fresh.task_id
      order by fresh.due_date, fresh.task_id`.execute(em.getKysely());
    const all = rows.map(({ taskId, projectId, title, project, dueDate, kind }): Occasion => ({
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
    await deliverAsWanted({ em, now: at, wakeInbox }, groupOccasions(all));
    return rows.length;
  });
}
