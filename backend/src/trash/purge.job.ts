import path from 'node:path';
import type { Resources } from '../request/context.js';
import { type Purged, purge, runSteps } from './hourlyPurge.js';
import { purgeNotifications } from './purgeNotifications.js';

export async function purgeHourly({ orm, env, log, now: clock }: Resources): Promise<void> {
  const now = clock();
  const purged: Purged = {};
  await runSteps([
    async () => void Object.assign(purged, await purge(orm, now, path.join(env.dataDir, 'mail'))),
    async () => void Object.assign(purged, await purgeNotifications(orm, now)),
  ]);
  const rows = Object.fromEntries(Object.entries(purged).filter(([, count]) => count > 0));
  if (Object.keys(rows).length > 0) log.info(rows, 'purged');
}
