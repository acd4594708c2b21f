import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

export interface JobOptions {
  /** A job with the same key that has not begun is replaced, so that it is done once. */
  key?: string;
  runAt?: Date;
}

/**
 * Adds a job within the transaction of `em`: it exists if and only if the transaction commits. The only way to add one;
 * the library's own `addJob` has a connection of its own and would leak out of the transaction.
 */
export async function addJob(
  em: EntityManager,
  task: string,
  payload: Record<string, unknown> = {},
  { key, runAt }: JobOptions = {},
): Promise<void> {
  await sql`
    select graphile_worker.add_job(${task}, payload => ${JSON.stringify(payload)}::json,
      job_key => ${key ?? null}, run_at => ${runAt ?? null}::timestamptz)`.execute(em.getKysely());
}
