import { longJob } from '../platform/jobs/addJob.js';
import type { Module } from '../write/module.js';
import { purgeHourly } from './purge.job.js';
import { runPurgeProject } from './purge.service.js';
import { TrashEntryFields, TrashResolver } from './trash.resolver.js';
import { trashRoutes } from './trash.routes.js';

export const trashModule: Module = {
  resolvers: [TrashEntryFields, TrashResolver],
  routes: trashRoutes,
  jobs: { purgeProject: runPurgeProject, purge: purgeHourly },
  crontab: [longJob('17 * * * *', 'purge')],
};
