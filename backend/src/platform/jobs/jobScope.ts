import { AsyncLocalStorage } from 'node:async_hooks';
import type { Job, TaskList } from 'graphile-worker';

export const jobScope = new AsyncLocalStorage<Pick<Job, 'id' | 'created_at'>>();

/** Wraps tasks so that each runs in the scope of its job. */
export const inJobScope = (tasks: TaskList): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]): [string, typeof task] => [
      name,
      (payload, helpers) => jobScope.run(helpers.job, () => task?.(payload, helpers)),
    ]),
  );
