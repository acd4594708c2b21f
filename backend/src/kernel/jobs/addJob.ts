import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tracing } from '../eyes/tracing.js';
import { storableJson, toJsonb } from '../toJsonb.js';

export interface JobOptions {
  /** A job with the same key that has not begun is replaced, so that it is done once. */
  key?: string;
  runAt?: Date;
  /** Jobs of one queue are done one after another, by whichever process. */
  queue?: string;
}

/** What a job is told beside its own: where in a trace it was made, if in one. Older versions pass it by. */
const withTrace = (payload: Record<string, unknown>): Record<string, unknown> => {
  const traceparent = tracing()?.traceparent();
  return traceparent ? { ...payload, traceparent } : payload;
};

/**
 * Adds a job within the transaction of `em`: it exists if and only if the transaction commits. With `addJobs` the only way
 * to add one; the library's own `addJob` has a connection of its own and would leak out of the transaction.
 */
export async function addJob(
  em: EntityManager,
  task: string,
  payload: Record<string, unknown> = {},
  { key, runAt, queue }: JobOptions = {},
): Promise<void> {
  await sql`
    select graphile_worker.add_job(${task}, payload => ${storableJson(withTrace(payload))}::json,
      queue_name => ${queue ?? null}, job_key => ${key ?? null}, run_at => ${runAt ?? null}::timestamptz)`.execute(
    em.getKysely(),
  );
}

/** The priority of jobs that let all others go first; that of others is 0. */
const PATIENT = 10;

/**
 * Adds many jobs of a kind in one statement, so that a lock is not held longer for each of them. `isPatient`: they let all
 * others that are due go first.
 */
export async function addJobs(
  em: EntityManager,
  task: string,
  payloads: readonly Record<string, unknown>[],
  { isPatient = false }: { isPatient?: boolean } = {},
): Promise<void> {
  if (payloads.length === 0) return;
  await sql`
    select count(*) from graphile_worker.add_jobs(array(
      select row(${task}::text, payload::json, null, null, null, null, ${isPatient ? PATIENT : null}::int, null)::graphile_worker.job_spec
      from jsonb_array_elements(${toJsonb(payloads.map(withTrace))}) as payload))`.execute(em.getKysely());
}
