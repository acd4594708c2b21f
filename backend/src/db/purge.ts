import { opendir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { DAY_MS, DEVICES } from '../../contract/limits.js';
import { TRASH_DAYS } from '../../contract/trash.js';
import { BATCH, inBatches, purgeDeleted } from './purgeDeleted.js';
import { sweep } from './sweep.js';

/** How long everything is kept that grows by itself. The change log is history, and kept for ever. */
export const KEPT = {
  /** What was deleted, so that it can be taken back. */
  deleted: `${TRASH_DAYS} days`,
  /** What a repeated request is recognised by. */
  idempotency: '30 days',
  /** Events of inboxes, for sockets that were away for a moment. */
  inboxEvents: '1 day',
  readNotifications: '90 days',
  unreadNotifications: '180 days',
  /** Sessions after their end, and links for a new password. */
  sessions: '30 days',
  passwordResets: '30 days',
  /** Sign-ins that waited for a second factor, and ways back to a former e-mail, after their end. */
  loginChallenges: '1 day',
  emailReverts: '30 days',
  /** Invitations after their end, whether somebody came or not. */
  invitations: '30 days',
  /** Tokens for programs, after their end. */
  apiTokens: '30 days',
  /** Devices that nobody has signed in from since. */
  devices: `${DEVICES.days} days`,
  /** That somebody was told of a due date (from that date on), or sent the digest of a week. */
  dueNotices: '30 days',
  digestNotices: '60 days',
  /** Changes of many tasks that went on by themselves. */
  bulkRuns: '30 days',
  /** Counts of sign-ins and the like, after they have run out. */
  rates: '1 day',
  /** Jobs that have failed for good. */
  failedJobs: '30 days',
  /** Mails that are files because there is no mail server; some have links that sign somebody in. */
  mailFiles: '14 days',
} as const;

/** How many rows went, by what they were. */
export type Purged = Record<string, number>;

/** The moment so long before another one. */
export const before = (now: Date, age: string): RawBuilder<Date> => sql`${now}::timestamptz - ${age}::interval`;

/** Removes rows of an age, batch by batch; what somebody is at just now waits for the next time. */
const removeRows = (orm: MikroORM, table: string, condition: RawBuilder<unknown>): Promise<number> =>
  inBatches(async () => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid in (
        select ctid from ${sql.table(table)} where ${condition} limit ${BATCH} for update skip locked)`.execute(
      orm.em.fork().getKysely(),
    );
    return Number(numAffectedRows ?? 0);
  });

/**
 * Removes what has been kept long enough: what people have deleted, rows that say of themselves how old they are, and mails
 * in files; but for notifications, which their own room removes. Safe to run at any time and twice at once.
 */
export async function purge(orm: MikroORM, now: Date, mailFolder?: string): Promise<Purged> {
  const purged: Purged = await purgeDeleted(orm, before(now, KEPT.deleted));
  purged['swept'] = await sweep(orm, now);
  const aged: [what: string, table: string, condition: RawBuilder<unknown>][] = [
    ['idempotency', 'idempotency', sql`at < ${before(now, KEPT.idempotency)}`],
    ['inboxEvents', 'notification_event', sql`at < ${before(now, KEPT.inboxEvents)}`],
    ['sessions', 'session', sql`expires_at < ${before(now, KEPT.sessions)}`],
    ['revokedSessions', 'session', sql`revoked_at < ${before(now, KEPT.sessions)}`],
    ['apiTokens', 'api_token', sql`expires_at < ${before(now, KEPT.apiTokens)}`],
    ['revokedApiTokens', 'api_token', sql`revoked_at < ${before(now, KEPT.apiTokens)}`],
    ['devices', 'device', sql`seen_at < ${before(now, KEPT.devices)}`],
    ['passwordResets', 'password_reset', sql`expires_at < ${before(now, KEPT.passwordResets)}`],
    ['loginChallenges', 'login_challenge', sql`expires_at < ${before(now, KEPT.loginChallenges)}`],
    // one that was used holds the account until a new password is chosen
    ['emailReverts', 'email_revert', sql`expires_at < ${before(now, KEPT.emailReverts)} and reverted_at is null`],
    ['invitations', 'invitation', sql`expires_at < ${before(now, KEPT.invitations)}`],
    ['dueNotices', 'due_notice', sql`due_date < ${before(now, KEPT.dueNotices)}`],
    ['digestNotices', 'digest_notice', sql`week < ${before(now, KEPT.digestNotices)}`],
    ['bulkRuns', 'bulk_run', sql`created_at < ${before(now, KEPT.bulkRuns)}`],
    // the parts first: of them a batch weighs as much as its rows say
    ['exportParts', 'export_part', sql`export_id in (select id from export where expires_at < ${now})`],
    ['exports', 'export', sql`expires_at < ${now}`],
    ['rates', 'rate', sql`expire < extract(epoch from ${before(now, KEPT.rates)}) * 1000`],
    [
      'failedJobs',
      'graphile_worker._private_jobs',
      sql`attempts >= max_attempts and locked_at is null and updated_at < ${before(now, KEPT.failedJobs)}`,
    ],
  ];
  for (const [what, table, condition] of aged) purged[what] = await removeRows(orm, table, condition);
  if (mailFolder !== undefined) purged['mailFiles'] = await removeMailFiles(mailFolder, now);
  return purged;
}

/** Removes old mails, half-written ones too. */
async function removeMailFiles(folder: string, now: Date): Promise<number> {
  const oldest = now.getTime() - Number.parseInt(KEPT.mailFiles, 10) * DAY_MS;
  // no mail was ever written here, or another process was faster
  const absent = (error: NodeJS.ErrnoException): null => {
    if (error.code === 'ENOENT') return null;
    throw error;
  };
  let removed = 0;
  for await (const { name } of (await opendir(folder).catch(absent)) ?? []) {
    const file = path.join(folder, name);
    const found = /\.eml(?:\.part)?$/.test(name) ? await stat(file).catch(absent) : null;
    if (!found || found.mtimeMs >= oldest) continue;
    await unlink(file).catch(absent);
    removed += 1;
  }
  return removed;
}
