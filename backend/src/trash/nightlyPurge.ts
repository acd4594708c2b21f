import { opendir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { DAY_MS, DEVICES } from '../../contract/limits.js';
import { TRASH_DAYS } from '../../contract/trash.js';
import { BATCH, runInBatches, purgeDeleted } from '../write/purgeDeleted.js';
import { sweep } from './sweep.js';

/** Retention of data that accumulates. The change log has none. */
export const RETENTION = {
  /** Deleted objects, which can be restored. */
  deleted: `${TRASH_DAYS} days`,
  /** Idempotency keys. */
  idempotency: '30 days',
  /** Events of inboxes, for sockets that reconnect. */
  inboxEvents: '1 day',
  readNotifications: '90 days',
  unreadNotifications: '180 days',
  /** Sessions after their end, and links for a new password. */
  sessions: '30 days',
  passwordResets: '30 days',
  /** Links that verify an address, after their end. */
  emailVerifications: '30 days',
  /** Logins that wait for a second factor or a provider, proofs of a fresh sign-in, and links that revert an email, after their end. */
  loginChallenges: '1 day',
  emailReverts: '30 days',
  /** Invitations after their end, accepted or not. */
  invitations: '30 days',
  /** API tokens after their end. */
  apiTokens: '30 days',
  /** Invitations to the server after their end. */
  accountInvitations: '30 days',
  /** The audit log. */
  securityEvents: '1 year',
  /** Calendar feeds after they were revoked. */
  calendarFeeds: '30 days',
  /** Messages of webhooks. */
  webhookDeliveries: '7 days',
  /** Shared links after they have expired or ended. */
  shareLinks: '30 days',
  /** Devices since their last login. */
  devices: `${DEVICES.days} days`,
  /** Records of sent due notifications (since the due date) and digests. */
  dueNotices: '30 days',
  digestNotices: '60 days',
  bulkRuns: '30 days',
  /** Rate limit counters after they have expired. */
  rates: '1 day',
  /** Jobs without tries left. */
  failedJobs: '30 days',
  /** Mails written as files because there is no mail server; some have login links. */
  mailFiles: '14 days',
} as const;

/** Number of removed rows, by name. */
export type Purged = Record<string, number>;

export const before = (now: Date, age: string): RawBuilder<Date> => sql`${now}::timestamptz - ${age}::interval`;

/** Removes matching rows in batches. Locked rows wait for the next run. */
const removeRows = (orm: MikroORM, table: string, condition: RawBuilder<unknown>): Promise<number> =>
  runInBatches(async () => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid in (
        select ctid from ${sql.table(table)} where ${condition} limit ${BATCH} for update skip locked)`.execute(
      orm.em.fork().getKysely(),
    );
    return Number(numAffectedRows ?? 0);
  });

/**
 * Removes expired data: deleted objects, old rows and mail files. `purgeNotifications` removes notifications. Safe to run at any
 * time and concurrently.
 */
export async function purge(orm: MikroORM, now: Date, mailFolder?: string): Promise<Purged> {
  const purged: Purged = await purgeDeleted(orm, before(now, RETENTION.deleted));
  purged['swept'] = await sweep(orm, now);
  const aged: [what: string, table: string, condition: RawBuilder<unknown>][] = [
    ['idempotency', 'idempotency', sql`at < ${before(now, RETENTION.idempotency)}`],
    ['inboxEvents', 'notification_event', sql`at < ${before(now, RETENTION.inboxEvents)}`],
    ['sessions', 'session', sql`expires_at < ${before(now, RETENTION.sessions)}`],
    ['revokedSessions', 'session', sql`revoked_at < ${before(now, RETENTION.sessions)}`],
    ['apiTokens', 'api_token', sql`expires_at < ${before(now, RETENTION.apiTokens)}`],
    ['revokedApiTokens', 'api_token', sql`revoked_at < ${before(now, RETENTION.apiTokens)}`],
    ['devices', 'device', sql`seen_at < ${before(now, RETENTION.devices)}`],
    ['passwordResets', 'password_reset', sql`expires_at < ${before(now, RETENTION.passwordResets)}`],
    ['emailVerifications', 'email_verification', sql`expires_at < ${before(now, RETENTION.emailVerifications)}`],
    ['loginChallenges', 'login_challenge', sql`expires_at < ${before(now, RETENTION.loginChallenges)}`],
    ['oidcAttempts', 'oidc_attempt', sql`expires_at < ${before(now, RETENTION.loginChallenges)}`],
    ['signInProofs', 'sign_in_proof', sql`expires_at < ${before(now, RETENTION.loginChallenges)}`],
    // A used one keeps the account locked until a new password is chosen.
    ['emailReverts', 'email_revert', sql`expires_at < ${before(now, RETENTION.emailReverts)} and reverted_at is null`],
    ['invitations', 'invitation', sql`expires_at < ${before(now, RETENTION.invitations)}`],
    ['accountInvitations', 'account_invitation', sql`expires_at < ${before(now, RETENTION.accountInvitations)}`],
    ['securityEvents', 'security_event', sql`at < ${before(now, RETENTION.securityEvents)}`],
    ['calendarFeeds', 'calendar_feed', sql`revoked_at < ${before(now, RETENTION.calendarFeeds)}`],
    ['webhookDeliveries', 'webhook_delivery', sql`created_at < ${before(now, RETENTION.webhookDeliveries)}`],
    ['shareLinks', 'share_link', sql`expires_at < ${before(now, RETENTION.shareLinks)}`],
    ['endedShareLinks', 'share_link', sql`ended_at < ${before(now, RETENTION.shareLinks)}`],
    ['dueNotices', 'due_notice', sql`due_date < ${before(now, RETENTION.dueNotices)}`],
    ['digestNotices', 'digest_notice', sql`week < ${before(now, RETENTION.digestNotices)}`],
    ['bulkRuns', 'bulk_run', sql`created_at < ${before(now, RETENTION.bulkRuns)}`],
    // The parts first, as a cascade from `export` would delete them without batches.
    ['exportParts', 'export_part', sql`export_id in (select id from export where expires_at < ${now})`],
    ['exports', 'export', sql`expires_at < ${now}`],
    ['rates', 'rate', sql`expire < extract(epoch from ${before(now, RETENTION.rates)}) * 1000`],
    [
      'failedJobs',
      'graphile_worker._private_jobs',
      sql`attempts >= max_attempts and locked_at is null and updated_at < ${before(now, RETENTION.failedJobs)}`,
    ],
  ];
  for (const [what, table, condition] of aged) purged[what] = await removeRows(orm, table, condition);
  if (mailFolder !== undefined) purged['mailFiles'] = await removeMailFiles(mailFolder, now);
  return purged;
}

/** Removes old mails, also incomplete ones. */
async function removeMailFiles(folder: string, now: Date): Promise<number> {
  const oldest = now.getTime() - Number.parseInt(RETENTION.mailFiles, 10) * DAY_MS;
  // There is no such file: no mail was ever written, or another process was faster.
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
