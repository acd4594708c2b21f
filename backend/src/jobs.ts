import type { TaskList } from 'graphile-worker';
import { purge } from './db/purge.js';
import type { Services } from './kernel/context.js';

/** The jobs of all rooms, by name. */
export function jobTasks(services: Services): TaskList {
  return {
    purge: async () => {
      const rows = await purge(services.orm, services.now());
      if (rows > 0) services.log.info({ rows }, 'purged');
    },
  };
}

/** What runs by itself, and when (UTC). */
export const CRONTAB = '17 * * * * purge ?max=3';
