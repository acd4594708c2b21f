import type { TaskList } from 'graphile-worker';
import { modules } from './modules.js';
import type { Resources } from './request/context.js';

export const jobTasks = (resources: Resources): TaskList =>
  Object.fromEntries(
    modules
      .flatMap(({ jobs }) => Object.entries(jobs ?? {}))
      .map(([name, run]) => [name, (payload, helpers) => run(resources, payload, helpers)]),
  );

/** The jobs that run on a schedule (UTC), and when a worker starts. */
export const SCHEDULE = {
  crontab: modules.flatMap(({ crontab }) => crontab ?? []).join('\n'),
  atStart: modules.flatMap(({ jobsAtStart }) => jobsAtStart ?? []),
};
