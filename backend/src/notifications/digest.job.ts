import type { EntityManager } from '@mikro-orm/postgresql';
import type { I18n } from '@lingui/core';
import { sql } from 'kysely';
import { NIL } from 'uuid';
import * as v from 'valibot';
import type { Language } from '../../contract/languages.js';
import { dayAt } from '../../contract/localDays.js';
import { parsePreferences, readPreferences } from '../auth/preferences.reads.js';
import type { Resources } from '../request/context.js';
import { addJobs } from '../platform/jobs/addJob.js';
import { getI18n } from '../platform/i18n/i18n.js';
import { localTime } from '../platform/lib/localTime.js';
import type { MailContent } from '../platform/mail/mailContent.js';
import { DUE_DAY } from '../tasks/taskConditions.js';
import { isActive, readMailbox } from '../users/user.reads.js';
import { notificationSettings } from './path.js';
import { wantsDigest } from './preferencePolicy.js';
import { hasMuted } from '../watching/watch.reads.js';
import { listOf } from './messages.js';

/** The digest is sent on Monday from this hour on, in the person's time zone. */
const HOUR = 8;
/** Tasks listed per section of the mail. */
const NAMED = 10;
/** People checked in one transaction. */
const BATCH = 500;

/** Time zones range from 12 hours behind UTC to 14 ahead of it, so most of the week needs no scan. */
function isMondaySomewhere(at: Date): boolean {
  const first = new Date(at.getTime() + (14 - HOUR) * 3_600_000);
  const last = new Date(at.getTime() - 12 * 3_600_000);
  return first.getUTCDay() === 1 || last.getUTCDay() === 1 || (first.getUTCDay() === 2 && last.getUTCDay() === 0);
}

interface Person {
  id: string;
  preferences: Record<string, unknown>;
}

/**
 * Queues the weekly digests that are due. A unique row per person and week prevents duplicates between processes. Runs every
 * quarter of an hour, so a server that was down at eight catches up.
 */
export async function scanDigests(resources: Resources): Promise<number> {
  if (!isMondaySomewhere(resources.now())) return 0;
  let total = 0;
  let after: string = NIL;
  for (;;) {
    const batch = await resources.orm.em.fork().transactional((em) => scanBatch(em, resources, after));
    total += batch.queued;
    if (batch.last === null) return total;
    after = batch.last;
  }
}

async function scanBatch(
  em: EntityManager,
  { now, log }: Resources,
  after: string,
): Promise<{ queued: number; last: string | null }> {
  const at = now();
  const db = em.getKysely();
  // Four days cover this week's digest in every time zone. Later ones are from a time when the clock was wrong.
  const { rows: people } = await sql<Person>`
    select a.id, a.preferences from account a
    where a.id > ${after} and ${isActive} and not exists (
      select 1 from digest_notice n where n.user_id = a.id and n.week > ${at}::timestamptz - interval '4 days'
        and n.week < ${at}::timestamptz + interval '4 days')
    order by a.id limit ${BATCH}`.execute(db);
  const due: { id: string; week: string }[] = [];
  for (const { id, preferences } of people) {
    const wants = parsePreferences(preferences);
    const { date, weekday, hour } = localTime(at, wants.timeZone);
    if (!wantsDigest(wants) || weekday !== 1 || hour < HOUR) continue;
    due.push({ id, week: date });
    const { timeZone } = preferences;
    if (timeZone !== undefined && timeZone !== wants.timeZone)
      log.warn({ userId: id, timeZone }, `unknown time zone: the digest uses ${wants.timeZone}`);
  }
  const { rows } = await sql<{ userId: string }>`
    insert into digest_notice (user_id, week)
    select * from unnest(${due.map(({ id }) => id)}::uuid[], ${due.map(({ week }) => week)}::date[])
    on conflict do nothing returning user_id as "userId"`.execute(db);
  // All people of a time zone get theirs at once: mails that someone waits for go first.
  await addJobs(em, 'mailDigest', rows, { isPatient: true });
  return { queued: rows.length, last: people.length < BATCH ? null : (people.at(-1)?.id ?? null) };
}

interface Row {
  id: string;
  projectId: string;
  title: string;
  project: string;
  section: 'overdue' | 'due' | 'done';
  /** Number of tasks in the whole section, of which only the first are read. */
  total: number;
}

const sectionWords = (i18n: I18n): Readonly<Record<Row['section'], string>> => ({
  overdue: i18n.t('Overdue'),
  due: i18n.t('Due this week'),
  done: i18n.t('Done last week'),
});

/** Mails a person their overdue and due tasks and the tasks completed in their projects. Sends nothing if there are none. */
export async function mailDigest(resources: Resources, raw: unknown): Promise<void> {
  const { userId } = v.parse(v.object({ userId: v.string() }), raw);
  const em = resources.orm.em.fork();
  const db = em.getKysely();
  const at = resources.now();
  const { timeZone } = await readPreferences({ em }, userId);
  const today = dayAt(at, timeZone);
  const { rows } = await sql<Row>`
    with mine as (
      select t.*, ${DUE_DAY} as due_on, p.name as project from task t
      join project p on p.id = t.project_id and p.deleted_at is null and p.archived_at is null and not p.is_example
        and not p.is_template
      join project_member m on m.project_id = t.project_id and m.user_id = ${userId}
      where t.deleted_at is null and not ${hasMuted(sql`${userId}`, sql`t.id`, sql`t.project_id`)})
    , sections as (
      select id, project_id, title, project, due_date as at,
        case when case when due_on is null then due_date < ${at} else due_on < ${today}::date end
          then 'overdue' else 'due' end as section
      from mine where status <> 'DONE' and coalesce(assignee_id, creator_id) = ${userId}
        and case when due_on is null then due_date < ${at}::timestamptz + interval '7 days'
          else due_on < ${today}::date + 7 end
      union all
      select id, project_id, title, project, completed_at, 'done' from mine
      where completed_at > ${at}::timestamptz - interval '7 days')
    select id, project_id as "projectId", title, project, section, total from (
      select *, row_number() over (partition by section order by at) as place,
        (count(*) over (partition by section))::int as total from sections) numbered
    where place <= ${NAMED} order by section = 'done', section = 'due', place`.execute(db);
  const person = await readMailbox(em, userId);
  if (!person || rows.length === 0 || !wantsDigest(parsePreferences(person.preferences))) return;
  await resources.mailer.send(person.email, composeDigest(resources.env, person, rows));
}

function composeDigest(
  { brandName, publicUrl }: Resources['env'],
  { firstName, language }: { firstName: string; language: Language },
  rows: readonly Row[],
): MailContent {
  const i18n = getI18n(language);
  const names = sectionWords(i18n);
  const count = (section: Row['section']): number => rows.find((row) => row.section === section)?.total ?? 0;
  const sections = (['overdue', 'due', 'done'] as const).filter((section) => count(section) > 0);
  const counted: Record<Row['section'], (count: number) => string> = {
    overdue: (some) => i18n.t('{count, plural, other {# overdue}}', { count: some }),
    due: (some) => i18n.t('{count, plural, other {# due this week}}', { count: some }),
    done: (some) => i18n.t('{count, plural, other {# done last week}}', { count: some }),
  };
  const counts = listOf(
    i18n,
    sections.map((section) => counted[section](count(section))),
  );
  const all = sections.reduce((sum, section) => sum + count(section), 0);
  return {
    i18n,
    subject: i18n.t('Your week in {brandName}', { brandName }),
    heading: i18n.t('Good morning, {firstName}', { firstName }),
    paragraphs: [i18n.t('Your week at a glance: {counts}.', { counts })],
    more: rows.length < all ? i18n.t('and {more} more', { more: all - rows.length }) : undefined,
    items: rows.map(({ id, projectId, title, project, section }) => ({
      title,
      note: `${names[section]} · ${project}`,
      url: `${publicUrl}/projects/${projectId}?task=${id}`,
    })),
    action: { label: i18n.t('Open {brandName}', { brandName }), url: `${publicUrl}/dashboard` },
    reason: i18n.t('You get this email once a week because your preferences ask for it. Change them under Settings.'),
    settingsUrl: notificationSettings(publicUrl),
  };
}
