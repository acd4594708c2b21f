import { BackupTurn } from './backups/backupTurn.js';
import { backupBeside, startSchedule } from './backups/schedule.js';
import type { Life } from './lifecycle.js';

/** Starts the backups that BACKUP_EVERY asks for, if it is set, of the database at `url`. */
export function scheduleBackups({ env, log, opened }: Life, url: string): void {
  const { dataDir, databaseUrl, backupEvery: hours, backupKeep: keep } = env;
  if (hours === undefined) return;
  const turn = databaseUrl ? new BackupTurn(url) : undefined;
  if (turn) opened(() => turn.close());
  opened(startSchedule({ dataDir, hours, keep, turn, log, make: backupBeside }).close);
}
