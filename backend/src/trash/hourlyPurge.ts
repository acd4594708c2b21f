import { opendir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { DAY_MS, DEVICES } from '../../contract/limits.js';
import { TRASH_DAYS } from '../../contract/trash.js';
import { BATCH, runInBatches, purgeDeleted } from '../write/purgeDeleted.js';
import { sweep } from './sweep.js';

/** Mails written as files because there is no mail server; some have login links. */
const MAIL_FILE_DAYS = 14;

/** Number of removed rows, by name. */
export type Purged = Record<string, number>;

export const subtractInterval = (now: Date, age: string): RawBuilder<Date> =>
  sql`${now}::timestamptz - ${age}::interval`;

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

/** Runs all steps: one that fails every time must not keep the others' data forever. Throws the first error at the end. */
export async function runSteps(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/**
 * Removes expired data: deleted objects, old rows and mail files. `purgeNotifications` removes notifications; the change log is
 * kept. Safe to run at any time and concurrently.
 */
export async function purge(orm: MikroORM, now: Date, mailFolder?: string): Promise<Purged> {
  const purged: Purged = {};
  const old = (column: string, age: string) => sql`${sql.ref(column)} < ${subtractInterval(now, age)}`;
  const aged: [what: string, table: string, condition: RawBuilder<unknown>][] = [
    ['idempotency', 'idempotency', old('at', '30 days')],
    // For sockets that reconnect.
    ['inboxEvents', 'notification_event', old('at', '1 day')],
    ['sessions', 'session', old('expires_at', '30 days')],
    ['revokedSessions', 'session', old('revoked_at', '30 days')],
    ['apiTokens', 'api_token', old('expires_at', '30 days')],
    ['revokedApiTokens', 'api_token', old('revoked_at', '30 days')],
    ['devices', 'device', old('seen_at', `${DEVICES.days} days`)],
    ['passwordResets', 'password_reset', old('expires_at', '30 days')],
    ['emailVerifications', 'email_verification', old('expires_at', '30 days')],
    ['loginChallenges', 'login_challenge', old('expires_at', '1 day')],
    ['oidcAttempts', 'oidc_attempt', old('expires_at', '1 day')],
    ['signInProofs', 'sign_in_proof', old('expires_at', '1 day')],
    // A used one keeps the account locked until a new password is chosen.
    ['emailReverts', 'email_revert', sql`${old('expires_at', '30 days')} and reverted_at is null`],
    ['invitations', 'invitation', old('expires_at', '30 days')],
    // They contain addresses of people who may never come.
    ['endedInvitations', 'invitation', old('ended_at', '30 days')],
    ['accountInvitations', 'account_invitation', old('expires_at', '30 days')],
    ['endedAccountInvitations', 'account_invitation', old('ended_at', '30 days')],
    ['securityEvents', 'security_event', old('at', '1 year')],
    ['calendarFeeds', 'calendar_feed', old('revoked_at', '30 days')],
    ['webhookDeliveries', 'webhook_delivery', old('created_at', '7 days')],
    ['shareLinks', 'share_link', old('expires_at', '30 days')],
    ['endedShareLinks', 'share_link', old('ended_at', '30 days')],
    ['dueNotices', 'due_notice', old('due_date', '30 days')],
    ['digestNotices', 'digest_notice', old('week', '60 days')],
    ['bulkRuns', 'bulk_run', old('created_at', '30 days')],
    // The parts first, as a cascade from `export` would delete them without batches.
    ['exportParts', 'export_part', sql`export_id in (select id from export where expires_at < ${now})`],
    ['exports', 'export', sql`expires_at < ${now}`],
    ['rates', 'rate', sql`expire < extract(epoch from ${subtractInterval(now, '1 day')}) * 1000`],
    [
      'failedJobs',
      'graphile_worker._private_jobs',
      sql`attempts >= max_attempts and locked_at is null and ${old('updated_at', '30 days')}`,
    ],
  ];
  await runSteps([
    async () => void Object.assign(purged, await purgeDeleted(orm, subtractInterval(now, `${TRASH_DAYS} days`))),
    async () => void (purged['swept'] = await sweep(orm, now)),
    ...aged.map(
      ([what, table, condition]) =>
        async () =>
          void (purged[what] = await removeRows(orm, table, condition)),
    ),
    async () => void (mailFolder !== undefined && (purged['mailFiles'] = await removeMailFiles(mailFolder, now))),
  ]);
  return purged;
}

/** Removes old mails, also incomplete ones. */
async function removeMailFiles(folder: string, now: Date): Promise<number> {
  const oldest = now.getTime() - MAIL_FILE_DAYS * DAY_MS;
  // Ignores a missing file or folder: no mail was ever written, or another process has removed the file.
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
