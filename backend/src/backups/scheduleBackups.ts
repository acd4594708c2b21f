import { BackupLeadership } from './backupLeadership.js';
import { runBackup, startSchedule } from './schedule.js';
import type { ProcessContext } from '../platform/process/lifecycle.js';
import type { Metrics } from '../platform/telemetry/metrics.js';

/** Starts the backups of BACKUP_EVERY, if it is set. */
export function scheduleBackups({ env, log, onClose }: ProcessContext, url: string, metrics?: Metrics): void {
  const { dataDir, databaseUrl, backupEvery: hours, backupKeep: keep } = env;
  if (hours === undefined) return;
  const leadership = databaseUrl ? new BackupLeadership(url) : undefined;
  if (leadership) onClose(() => leadership.close());
  const onFailing = (isFailing: boolean): void => metrics?.backupFailing.set(isFailing ? 1 : 0);
  onClose(startSchedule({ dataDir, hours, keep, leadership, log, onFailing, make: runBackup }).close);
}
