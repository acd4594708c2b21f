import type { EntityManager } from '@mikro-orm/postgresql';
import { addJob } from '../platform/jobs/addJob.js';
import { withBackupConnection } from './connection.js';

/* A backup contains no jobs: mails of a past day must not be sent after a restore. An upgrade keeps those that wait. */

export interface QueuedMail {
  task: string;
  payload: Record<string, unknown>;
  key: string | null;
}

/** Returns the jobs that have not sent their mails yet, in their order. */
export const readQueuedMails = (url: string): Promise<QueuedMail[]> =>
  withBackupConnection(url, async (client) => {
    const { rows } = await client.query<QueuedMail>(
      `select t.identifier as task, j.payload, j.key
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier like 'mail%' and j.attempts < j.max_attempts order by j.id`,
    );
    return rows;
  });

/** Adds the jobs again, in the transaction of `em`. Mails that were being retried are sent at once. */
export async function addQueuedMails(em: EntityManager, mails: readonly QueuedMail[]): Promise<void> {
  for (const { task, payload, key } of mails) await addJob(em, task, payload, key === null ? {} : { key });
}
