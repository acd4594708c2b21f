import type { Module } from '../write/module.js';
import { runExport } from './export.job.js';
import { ExportResolver } from './export.resolver.js';
import { exportRoutes } from './export.routes.js';

export const exportsModule: Module = {
  resolvers: [ExportResolver],
  routes: exportRoutes,
  jobs: {
    export: (resources, payload, { job, abortSignal }) => runExport(resources, payload, job.attempts, abortSignal),
  },
};
