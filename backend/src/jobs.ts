import path from 'node:path';
import type { TaskList } from 'graphile-worker';
import { scanApiTokens } from './auth/apiToken.service.js';
import { mailApiToken } from './auth/apiToken.mails.js';
import { mailAccount, mailEmailChanged, mailPasswordReset } from './auth/mail.job.js';
import { mailInvitation } from './projects/invitation.job.js';
import { mailNotification } from './notifications/mail.job.js';
import { pushNotification } from './notifications/push.job.js';
import { mailDigest, scanDigests } from './notifications/digest.job.js';
import { scanDue } from './notifications/dueScan.js';
import { doExport } from './exports/export.job.js';
import { deleteDueAccounts } from './projects/accountDeletion.job.js';
import { doBulkRun } from './tasks/bulkRun.job.js';
import { purgeNotifications } from './notifications/purge.js';
import { doPurgeProject } from './trash/purge.service.js';
import { purge } from './db/purge.js';
import type { Resources } from './kernel/context.js';

/** The jobs of all rooms, by name. */
export function jobTasks(resources: Resources): TaskList {
  return {
    mailAccount: (payload) => mailAccount(resources, payload),
    mailApiToken: (payload) => mailApiToken(resources, payload),
    apiTokenScan: async () => void (await scanApiTokens(resources)),
    mailEmailChanged: (payload) => mailEmailChanged(resources, payload),
    mailPasswordReset: (payload) => mailPasswordReset(resources, payload),
    mailInvitation: (payload) => mailInvitation(resources, payload),
    mailNotification: (payload) => mailNotification(resources, payload),
    pushNotification: (payload) => pushNotification(resources, payload),
    bulkRun: (payload, { job }) => doBulkRun(resources, payload, job.attempts),
    export: (payload, { job, abortSignal }) => doExport(resources, payload, job.attempts, abortSignal),
    accountDeletions: async () => void (await deleteDueAccounts(resources)),
    dueScan: async () => void (await scanDue(resources)),
    digestScan: async () => void (await scanDigests(resources)),
    mailDigest: (payload) => mailDigest(resources, payload),
    purgeProject: (payload) => doPurgeProject(resources, payload),
    purge: async () => {
      const { orm, env, log } = resources;
      const now = resources.now();
      const purged = {
        ...(await purge(orm, now, path.join(env.dataDir, 'mail'))),
        ...(await purgeNotifications(orm, now)),
      };
      const rows = Object.fromEntries(Object.entries(purged).filter(([, count]) => count > 0));
      if (Object.keys(rows).length > 0) log.info(rows, 'purged');
    },
  };
}

/** What runs by itself, and when (UTC). */
export const CRONTAB = [
  '* * * * * dueScan ?max=3',
  '*/5 * * * * accountDeletions ?max=3',
  '*/15 * * * * digestScan ?max=3',
  '17 * * * * purge ?max=3',
  '41 * * * * apiTokenScan ?max=3',
].join('\n');
