import { sql } from 'kysely';
import { runInBatches } from '../write/purgeDeleted.js';
import { longJob } from '../platform/jobs/addJob.js';
import type { Module } from '../write/module.js';
import { runImport } from './import.job.js';
import { ImportResolver, TaskOriginFields } from './import.resolver.js';
import { importRoutes } from './import.routes.js';
import { runUndoImport } from './undoImport.job.js';

export const importsModule: Module = {
  resolvers: [ImportResolver, TaskOriginFields],
  routes: importRoutes,
  jobs: {
    import: (resources, payload, { job, abortSignal }) => runImport(resources, payload, job.attempts, abortSignal),
    undoImport: (resources, payload, { job, abortSignal }) =>
      runUndoImport(resources, payload, job.attempts, abortSignal),
    removeImports: async ({ orm, now }) => {
      // One at a time, because each can have many lines. The next sweep removes their files.
      await runInBatches(async () => {
        const { numAffectedRows } = await sql`
          delete from import where id in (select id from import where expires_at < ${now()} limit 1)`.execute(
          orm.em.fork().getKysely(),
        );
        return Number(numAffectedRows ?? 0);
      }, 1);
    },
  },
  crontab: [longJob('23 * * * *', 'removeImports')],
};
