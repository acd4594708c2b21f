import type { ClientBase } from 'pg';

/** A job locked more recently may be one whose worker has not heard yet that it has it. */
const SETTLED = '10 seconds';

/**
 * What the workers of this process are doing and have just done. The library tells the database that a job has ended
 * without waiting for an answer: when the connection is cut at that moment, the job stays locked by a worker that lives
 * and works on something else. Then this knows better than the database.
 */
export class WorkInHand {
  readonly #active = new Set<string>();
  /** Done since the last look at the database, and since the one before that. */
  #done = new Set<string>();
  #doneBefore = new Set<string>();

  begun(jobId: string): void {
    this.#active.add(jobId);
  }

  done(jobId: string): void {
    this.#done.add(jobId);
  }

  ended(jobId: string): void {
    this.#active.delete(jobId);
  }

  /**
   * Of the jobs that the database believes to be with `workers`, all of this process: removes those that are done, so
   * that no mail is sent twice, and gives back those that nobody is at.
   */
  async settle(client: ClientBase, workers: readonly string[]): Promise<{ removed: string[]; givenBack: string[] }> {
    const { rows } = await client.query<{ id: string; settled: boolean }>(
      `select id, locked_at < now() - $2::interval as settled from graphile_worker._private_jobs
       where locked_by = any($1)`,
      [workers, SETTLED],
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
    // a queue is locked with its job, and opened by the word that got lost
    await client.query(
      `update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
       where q.locked_by = any($1) and q.locked_at < now() - $2::interval and not exists (
         select 1 from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_by is not null)`,
      [workers, SETTLED],
    );
    this.#doneBefore = this.#done;
    this.#done = new Set();
    return { removed, givenBack };
  }
}
