import { formatFull } from '../../lib/dates/format';
import { Facts } from './Facts';
import { InstanceQuery } from './InstanceQuery';
import { adminTexts } from '../../texts/admin';
import { bytes } from '../../texts/bytes';

const { server: texts } = adminTexts;

export const ServerState = () => (
  <InstanceQuery>
    {(instance) => (
      <Facts
        facts={[
          [texts.version, instance.version],
          [texts.database, instance.databaseVersion],
          [texts.accounts, texts.count(instance.accounts)],
          [texts.administrators, texts.count(instance.administrators)],
          [texts.suspended, texts.count(instance.suspendedAccounts)],
          [texts.leaving, texts.count(instance.leavingAccounts)],
          [texts.projects, texts.count(instance.projects)],
          [texts.tasks, texts.count(instance.tasks)],
          [texts.storage, bytes(instance.databaseBytes)],
          [texts.files, texts.filesOf(bytes(instance.filesBytes), bytes(instance.filesMaxBytes))],
          [texts.schedule, instance.backupEvery === null ? texts.noSchedule : texts.every(instance.backupEvery)],
          [
            texts.backup,
            instance.lastBackupAt === null
              ? texts.noBackup
              : texts.backupOf(formatFull(instance.lastBackupAt), bytes(instance.lastBackupBytes ?? 0)),
          ],
          [texts.jobs, texts.count(instance.jobsWaiting)],
          [texts.failedJobs, texts.count(instance.jobsFailed)],
        ]}
      />
    )}
  </InstanceQuery>
);
