import type { TaskList } from 'graphile-worker';
import { modules } from './modules.js';
import { AddressRefused } from './platform/mail/mailer.js';
import type { Resources } from './request/context.js';

export const jobTasks = (resources: Resources): TaskList =>
  Object.fromEntries(
    modules
      .flatMap(({ jobs }) => Object.entries(jobs ?? {}))
      .map(([name, run]): [string, TaskList[string]] => [
        name,
        async (payload, helpers) => {
          try {
            await run(resources, payload, helpers);
          } catch (error) {
            if (!(error instanceof AddressRefused)) throw error;
            // Ends the job, which the queue would try 25 times, and then keep with its texts.
            resources.log.error({ err: error, job: helpers.job.id, task: name }, 'a mail was given up');
            resources.metrics?.mails.inc({ outcome: 'failed' });
          }
        },
      ]),
  );

/** The jobs that run on a schedule (UTC), and when a worker starts. */
export const SCHEDULE = {
  crontab: modules.flatMap(({ crontab }) => crontab ?? []).join('\n'),
  atStart: modules.flatMap(({ jobsAtStart }) => jobsAtStart ?? []),
};
