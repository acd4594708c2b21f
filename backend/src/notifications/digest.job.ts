import { sql } from 'kysely';
import * as v from 'valibot';
import type { Services } from '../kernel/context.js';
import { addJob } from '../kernel/jobs/addJob.js';
import type { Letter } from '../kernel/mail/letter.js';

/** Monday, from eight in the morning on, by the clock of the person's own time zone. */
const HOUR = 8;
/** How many tasks of a kind the mail names. */
const NAMED = 10;

/**
 * Finds the people whose week has begun and queues their digest: once a week each, by a unique row, whatever the number of
 * processes. Looked at every quarter of an hour, so that a server that was down at eight makes up for it.
 */
export async function scanDigests({ orm, now }: Services): Promise<number> {
  return orm.em.fork().transactional(async (em) => {
    const { rows } = await sql<{ userId: string }>`
      with local as (
        select id, ${now()}::timestamptz at time zone coalesce(preferences ->> 'timeZone', 'UTC') as clock from account
        where coalesce((preferences ->> 'weeklyDigest')::boolean, true) and coalesce((preferences ->> 'email')::boolean, true))
      insert into digest_notice (user_id, week)
      select id, clock::date from local where extract(isodow from clock) = 1 and extract(hour from clock) >= ${HOUR}
      on conflict do nothing returning user_id as "userId"`.execute(em.getKysely());
    for (const { userId } of rows) await addJob(em, 'mailDigest', { userId });
    return rows.length;
  });
}

interface Row {
  id: string;
  projectId: string;
  title: string;
  project: string;
  section: 'overdue' | 'due' | 'done';
}

const SECTION: Record<Row['section'], string> = { overdue: 'Overdue', due: 'Due this week', done: 'Done last week' };

/** Mails one person's week: what is overdue and due of theirs, what was done in their projects. Nothing to say, no mail. */
export async function mailDigest(services: Services, raw: unknown): Promise<void> {
  const { userId } = v.parse(v.object({ userId: v.string() }), raw);
  const db = services.orm.em.fork().getKysely();
  const at = services.now();
  const { rows } = await sql<Row>`
    with mine as (
      select t.*, p.name as project from task t
      join project p on p.id = t.project_id and p.deleted_at is null
      join project_member m on m.project_id = t.project_id and m.user_id = ${userId}
      where t.deleted_at is null)
    , sections as (
      select id, project_id, title, project, due_date as at,
        case when due_date < ${at} then 'overdue' else 'due' end as section
      from mine where status <> 'DONE' and coalesce(assignee_id, creator_id) = ${userId}
        and due_date < ${at}::timestamptz + interval '7 days'
      union all
      select mine.id, mine.project_id, title, project, c.at, 'done' from mine
      join lateral (
        select max(at) as at from change
        where project_id = mine.project_id and entity_id = mine.id and fields #>> '{status,1}' = 'DONE') c
        on c.at > ${at}::timestamptz - interval '7 days'
      where status = 'DONE')
    select id, project_id as "projectId", title, project, section from (
      select *, row_number() over (partition by section order by at) as place from sections) numbered
    where place <= ${NAMED} order by section = 'done', section = 'due', place`.execute(db);
  const { rows: people } = await sql<{ email: string; firstName: string }>`
    select email, first_name as "firstName" from account where id = ${userId}`.execute(db);
  const [person] = people;
  if (!person || rows.length === 0) return;
  await services.mailer.send(person.email, letter(services.env, person.firstName, rows));
}

function letter({ brandName, publicUrl }: Services['env'], firstName: string, rows: readonly Row[]): Letter {
  const count = (section: Row['section']): number => rows.filter((row) => row.section === section).length;
  const counts = (['overdue', 'due', 'done'] as const)
    .filter((section) => count(section) > 0)
    .map((section) => `${count(section)} ${SECTION[section].toLowerCase()}`);
  return {
    subject: `Your week in ${brandName}`,
    heading: `Good morning, ${firstName}`,
    paragraphs: [`Your week at a glance: ${counts.join(', ')}.`],
    items: rows.map(({ id, projectId, title, project, section }) => ({
      title,
      note: `${SECTION[section]} · ${project}`,
      url: `${publicUrl}/projects/${projectId}?task=${id}`,
    })),
    action: { label: `Open ${brandName}`, url: `${publicUrl}/dashboard` },
    reason: 'You get this mail once a week because your preferences ask for it. Change them under Settings.',
  };
}
