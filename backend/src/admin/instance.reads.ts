import { sql } from 'kysely';
import { findLastBackup } from '../backups/schedule.js';
import { type RowOf, Rows, time } from '../platform/database/rows.js';
import { VERSION } from '../platform/lib/version.js';
import type { Context } from '../request/context.js';
import { GIGABYTE } from '../attachments/quota.js';
import { descending, type Page, type PageArgs, readPage } from '../request/page.js';
import { readServerValue, readSignUpMode } from '../request/serverValues.js';

interface Totals {
  accounts: number;
  activeAccounts: number;
  suspendedAccounts: number;
  leavingAccounts: number;
  administrators: number;
  projects: number;
  tasks: number;
  databaseBytes: number;
  filesBytes: number;
  databaseVersion: string;
  jobsWaiting: number;
  jobsFailed: number;
}

export type InstanceRow = Awaited<ReturnType<typeof readInstance>>;

/** Returns the state of the server: totals and settings, no contents and no secrets. */
export async function readInstance(ctx: Context) {
  const { env } = ctx.resources;
  const { rows } = await sql<Totals>`
    select count(*) filter (where a.email is not null)::int as accounts,
      count(*) filter (where a.email is not null and a.suspended_at is null and a.deletion_at is null)::int as "activeAccounts",
      count(*) filter (where a.suspended_at is not null and a.email is not null)::int as "suspendedAccounts",
      count(*) filter (where a.suspended_at is null and a.deletion_at is not null and a.email is not null)::int
        as "leavingAccounts",
      count(*) filter (where a.is_admin)::int as administrators,
      (select count(*)::int from project where deleted_at is null) as projects,
      (select count(*)::int from task t join project p on p.id = t.project_id and p.deleted_at is null
        where t.deleted_at is null) as tasks,
      pg_database_size(current_database())::float8 as "databaseBytes",
      (select coalesce(sum(size), 0)::float8 from file) as "filesBytes",
      current_setting('server_version') as "databaseVersion",
      (select count(*)::int from graphile_worker._private_jobs where attempts < max_attempts) as "jobsWaiting",
      (select count(*)::int from graphile_worker._private_jobs where attempts >= max_attempts) as "jobsFailed"
    from account a`.execute(ctx.em.getKysely());
  const [totals] = rows;
  if (!totals) throw new Error('a count has a row');
  const failure = await readServerValue(ctx.em, 'mailFailure');
  const backup = findLastBackup(env.dataDir, ctx.resources.now());
  return {
    version: VERSION,
    ...totals,
    filesMaxBytes: env.filesMaxGb * GIGABYTE,
    signUp: await readSignUpMode(ctx.resources, ctx.em),
    isSignUpFixed: env.signUpGiven,
    signUpDomains: env.signUpDomains,
    sendsMail: env.smtpUrl !== undefined,
    mailServer: env.smtpUrl === undefined ? null : new URL(env.smtpUrl).host,
    mailFrom: env.mailFrom,
    mailFailure: failure?.value.message ?? null,
    mailFailedAt: failure?.at ?? null,
    backupEvery: env.backupEvery ?? null,
    lastBackupAt: backup?.at ?? null,
    lastBackupBytes: backup?.bytes ?? null,
  };
}

/** A project with its size but without its name, which is content. */
const PROJECT_SIZES = new Rows({
  id: sql<string>`p.id`,
  tasks: sql<number>`coalesce(size.tasks, 0)::int`,
  comments: sql<number>`(select count(*)::int from comment c where c.project_id = p.id and c.deleted_at is null)`,
  members: sql<number>`(select count(*)::int from project_member m where m.project_id = p.id)`,
  owners: sql<string[]>`array(
    select a.first_name || ' ' || a.last_name from project_member m join account a on a.id = m.user_id
    where m.project_id = p.id and m.role = 'OWNER' order by m.joined_at, a.id limit 5)`,
  isArchived: sql<boolean>`p.archived_at is not null`,
  createdAt: time(sql`p.created_at`),
});
export type ProjectSizeRow = RowOf<typeof PROJECT_SIZES>;

const LARGEST = descending('TASKS_DESC', 'bigint', sql`coalesce(size.tasks, 0)`, sql`p.id`);

export const readProjectSizes = (ctx: Context, args: PageArgs): Promise<Page<ProjectSizeRow>> =>
  readPage<ProjectSizeRow>(
    ctx,
    {
      rows: PROJECT_SIZES,
      from: sql`project p left join (
        select project_id, count(*) as tasks from task where deleted_at is null group by project_id) size
        on size.project_id = p.id`,
      where: sql`p.deleted_at is null`,
      order: LARGEST,
    },
    args,
  );
