import type { ClientBase } from 'pg';

/** A job locked more recently can belong to a worker that has not been notified yet. */
const MIN_LOCK_AGE = '10 seconds';

/**
 * The jobs that this process runs or has just finished. The library reports the end of a job without waiting for an
 * answer: if the connection is cut at that moment, the job stays locked by a worker that lives but no longer runs it.
 * In this case this class is right and the database is wrong.
 */
export class RunningJobs {
  readonly #active = new Set<string>();
  /** Done since the last reconciliation, and since the one before. */
  #done = new Set<string>();
  #doneBefore = new Set<string>();

  onStart(jobId: string): void {
    this.#active.add(jobId);
  }

  onSuccess(jobId: string): void {
    this.#done.add(jobId);
  }

  onEnd(jobId: string): void {
    this.#active.delete(jobId);
  }

  /**
   * Compares the jobs that the database has locked for `workers`, all of this process, with the running ones: removes
   * finished jobs, so that no mail is sent twice, and unlocks those that no worker runs.
   */
  async reconcile(client: ClientBase, workers: readonly string[]): Promise<{ removed: string[]; givenBack: string[] }> {
    const { rows } = await client.query<{ id: string; settled: boolean }>(
      `select id, locked_at < now() - $2::interval as settled from graphile_worker._private_jobs
       where locked_by = any($1)`,
      [workers, MIN_LOCK_AGE],
    );
    const removed = rows.map(({ id }) => id).filter((id) => this.#done.has(id) || this.#doneBefore.has(id));
    const givenBack = rows
      .filter(({ id, settled }) => settled && !this.#active.has(id) && !removed.includes(id))
      .map(({ id }) => id);
    if (removed.length > 0) {
      await client.query('delete from graphile_worker._private_jobs where id = any($1) and locked_by = any($2)', [
        removed,
        workers,
      ]);
    }
    if (givenBack.length > 0) {
      await client.query(
        `update graphile_worker._private_jobs set locked_by = null, locked_at = null
         where id = any($1) and locked_by = any($2)`,
        [givenBack, workers],
      );
    }
    // a queue is locked together with its job, and the lost message would have unlocked it
    await client.query(
      `update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
       where q.locked_by = any($1) and q.locked_at < now() - $2::interval and not exists (
         select 1 from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_by is not null)`,
      [workers, MIN_LOCK_AGE],
    );
    this.#doneBefore = this.#done;
    this.#done = new Set();
    return { removed, givenBack };
  }
}
