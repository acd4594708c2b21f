import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { NIL } from 'uuid';
import { dayAt, dueTimeOf } from '../../contract/localDays.js';
import { parsePreferences } from '../auth/preferences.reads.js';
import type { Resources } from '../request/context.js';
import { MOVED } from '../write/changeLog.js';

const BATCH = 1_000;
/** The app's own idempotency keys are UUIDs of version 4. */
const APP_WRITE = '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$';

interface Candidate {
  id: string;
  /** Null if its due date stays as it is. */
  dueAt: number | null;
  preferences: Record<string, unknown>;
}

interface DueDay {
  id: string;
  dueDate: Date;
  day: string;
}

/**
 * Reads the next tasks with a due time, and the time zone of the person who set it. Excludes due dates that may have
 * been set with an API token, because the person had a token with write access at that time and used it later.
 */
async function readCandidates(em: EntityManager, after: string): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select t.id, set_by.preferences,
      case when set_by.id is not null then round(date_part('epoch', t.due_date) * 1000) end as "dueAt"
    from (
      select id, due_date from task
      where id > ${after} and due_date is not null and due_day_time is distinct from due_date
      order by id limit ${BATCH}) t
    left join lateral (
      select c.actor_id, c.mutation_id, c.at from change c
      where c.entity_id = t.id and c.entity = 'task' and (c.fields #>> '{dueDate,1}')::timestamptz = t.due_date
        -- a move or an undo repeats what someone else may have set
        and c.undo_of is null and not ${MOVED}
      order by c.at desc, c.revision desc limit 1) c on true
    left join account set_by on set_by.id = c.actor_id and c.mutation_id ~ ${APP_WRITE} and not exists (
      select 1 from api_token k
      where k.user_id = c.actor_id and k.scope = 'WRITE' and k.created_at <= c.at
        -- it is recorded to the minute
        and k.last_used_at >= c.at - interval '2 minutes' and coalesce(k.revoked_at, k.expires_at) >= c.at)
    order by t.id`.execute(em.getKysely());
  return rows;
}

/** Returns the day if the due date is 18:00 in the time zone of the person who set it. */
function findDay({ id, dueAt, preferences }: Candidate): DueDay[] {
  if (dueAt === null) return [];
  const { timeZone } = parsePreferences(preferences);
  const dueDate = new Date(dueAt);
  const day = dayAt(dueDate, timeZone);
  return dueTimeOf(day, timeZone).getTime() === dueAt ? [{ id, dueDate, day }] : [];
}

/**
 * Converts due times to due days, for dates without a time that the app stored before due days existed. Writes no log
 * line and changes no version. Returns the number of tasks; with `isDryRun`, changes nothing.
 */
export async function convertDueTimes({ orm }: Pick<Resources, 'orm'>, isDryRun: boolean): Promise<number> {
  const em = orm.em.fork();
  let converted = 0;
  let after: string | undefined = NIL;
  while (after !== undefined) {
    const rows: Candidate[] = await readCandidates(em, after);
    const found = rows.flatMap(findDay);
    converted += isDryRun ? found.length : await storeDays(em, found);
    after = rows.length < BATCH ? undefined : rows.at(-1)?.id;
  }
  return converted;
}

/** Stores days of tasks whose due dates have not changed meanwhile. */
async function storeDays(em: EntityManager, found: readonly DueDay[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update task set due_day = found.day, due_day_time = task.due_date
    from unnest(${found.map(({ id }) => id)}::uuid[], ${found.map(({ dueDate }) => dueDate.toISOString())}::timestamptz[],
      ${found.map(({ day }) => day)}::date[]) as found(id, due_date, day)
    where task.id = found.id and task.due_date = found.due_date`.execute(em.getKysely());
  return Number(numAffectedRows ?? 0);
}
