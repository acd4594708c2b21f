import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tracing } from '../telemetry/tracing.js';
import { storableJson, toJsonb } from '../database/toJsonb.js';

export interface JobOptions {
  /** Replaces a job with the same key that has not started, so that it runs once. */
  key?: string;
  runAt?: Date;
  /** Jobs of one queue run one after another, across processes. */
  queue?: string;
}

/** The queue of long jobs that do not concern one person's imports, so that all of them together take one place. */
export const LONG_JOBS = 'export';

/**
 * Returns a crontab line of a long job. Because of the key, at most one waits behind other long jobs, and a failed one is
 * replaced by the next instead of being kept beside it for 30 days.
 */
export const longJob = (times: string, task: string, tries = 3): string =>
  `${times} ${task} ?max=${tries}&queue=${LONG_JOBS}&jobKey=${task}`;

/** Adds the current trace to a job's payload. Older versions ignore it. */
const withTrace = (payload: Record<string, unknown>): Record<string, unknown> => {
  const traceparent = tracing()?.traceparent();
  return traceparent ? { ...payload, traceparent } : payload;
};

/**
 * Adds a job in the transaction of `em`: it exists if and only if the transaction commits. Use only this and `addJobs`: the
 * library's `addJob` uses another connection, outside the transaction.
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

/** The priority of jobs that run after all others; the default is 0. */
const LOW_PRIORITY = 10;

/**
 * Adds many jobs with one statement, so that locks are held no longer than for one job. With `isPatient`, all other due
 * jobs run first.
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
      select row(${task}::text, payload::json, null, null, null, null, ${isPatient ? LOW_PRIORITY : null}::int, null)::graphile_worker.job_spec
      from jsonb_array_elements(${toJsonb(payloads.map(withTrace))}) as payload))`.execute(em.getKysely());
}
