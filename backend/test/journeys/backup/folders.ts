import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { deleteTokens } from '../../../src/backups/deleteTokens.js';
import { loadBackup } from '../../../src/backups/loadBackup.js';
import type { Manifest } from '../../../src/backups/manifest.js';
import { BackupFile } from '../../../src/backups/readBackup.js';
import { entities } from '../../../src/modules.js';
import { resumeBulkRuns } from '../../../src/tasks/bulkRun.service.js';
import { createDatabase, type TestDatabase } from '../../support/postgres.js';

/** A folder for the duration of one test; others may enter it, such as the user of the database. */
export function folderForTest(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'cairn-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  return folder;
}

/** An empty database for the duration of one test. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createDatabase();
  onTestFinished(() => database.drop());
  return database;
}

/** Restores a file as `npm run restore` does with `DATABASE_URL`. */
export async function restoreInto(url: string, file: string, withoutFiles = false): Promise<Manifest> {
  const backup = await BackupFile.open(file);
  try {
    await backup.verify();
    await loadBackup({
      url,
      entities,
      backup,
      withoutFiles,
      afterwards: (em) => resumeBulkRuns(em).then(() => deleteTokens(em)),
    });
    return backup.manifest;
  } finally {
    await backup.close();
  }
}
