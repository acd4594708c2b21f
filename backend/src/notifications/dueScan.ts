import { sql } from 'kysely';
import type { Services } from '../kernel/context.js';
import type { Draft } from './inbox.js';
import { deliverAsWanted } from './notify.js';
import { wordsFor } from './words.js';

/** Tasks handled in one transaction. */
const BATCH = 200;
/** Nobody wants to hear on the first day that something was due last year. */
const OVERDUE_SINCE = '168 hours';

interface Due {
  taskId: string;
  projectId: string;
  title: string;
  userId: string;
  dueDate: string;
  kind: 'DUE_SOON' | 'OVERDUE';
}

/**
 * Tells people of their tasks that are due within 24 hours or have just become overdue; once for each due date of a task,
 * by a unique row, whatever the number of processes. A task without an assignee is its creator's. Answers how many.
 */
export async function scanDue(services: Services): Promise<number> {
  let total = 0;
  for (;;) {
    const done = await scanBatch(services);
    total += done;
    if (done < BATCH) return total;
  }
}

async function scanBatch({ orm, now, wakeUps }: Services): Promise<number> {
  const at = now();
  const inboxes = new Set<string>();
  const found = await orm.em.fork().transactional(async (em) => {
    const { rows } = await sql<Due>`
      with due as (
        select t.id, t.project_id, t.title, t.due_date, coalesce(t.assignee_id, t.creator_id) as user_id,
          case when t.due_date < ${at} then 'OVERDUE' else 'DUE_SOON' end as kind
        from task t join project p on p.id = t.project_id and p.deleted_at is null
        where t.deleted_at is null and t.status <> 'DONE'
          and t.due_date > ${at}::timestamptz - ${OVERDUE_SINCE}::interval and t.due_date < ${at}::timestamptz + interval '24 hours')
      , fresh as (
        insert into due_notice (task_id, user_id, kind, due_date, at)
        select due.id, due.user_id, due.kind, due.due_date, ${at} from due
        where exists (select 1 from project_member m where m.project_id = due.project_id and m.user_id = due.user_id)
          and not exists (select 1 from due_notice n where n.task_id = due.id and n.user_id = due.user_id
            and n.kind = due.kind and n.due_date = due.due_date)
        -- in one order, so that two scans at once can only wait for each other
        order by due.id limit ${BATCH}
        on conflict do nothing
        returning task_id, user_id, kind, due_date)
      select fresh.task_id as "taskId", due.project_id as "projectId", due.title, fresh.user_id as "userId",
        fresh.due_date as "dueDate", fresh.kind
      from fresh join due on due.id = fresh.task_id`.execute(em.getKysely());
    const drafts = rows.map((row): Draft => ({
      userId: row.userId,
      kind: row.kind,
      ...wordsFor({ kind: row.kind, actor: '', project: '', task: row.title, fields: {} }),
      actorId: null,
      taskId: row.taskId,
      projectId: row.projectId,
      source: `${row.kind}:${row.taskId}:${row.dueDate}`,
    }));
    await deliverAsWanted({ em, now: at, wakeInbox: (userId) => void inboxes.add(userId) }, drafts);
    return rows.length;
  });
  wakeUps.announce({ projects: [], inboxes: [...inboxes], members: [] });
  return found;
}
