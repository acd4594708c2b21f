import path from 'node:path';
import { startStandby } from '../test/support/standby.ts';
import { asInProduction, startProgram } from './processes.mjs';
import { seed } from './seed.mjs';

/**
 * Starts a primary with the app on it, seeds them, and starts a standby of the primary.
 * @returns both databases, the app and its settings, and what `seed` made
 */
export async function startReplicated({ load, dataDir, log, secret, closers }, built, { name, settings }) {
  const { startEmbedded } = await load('platform/database/embedded/startEmbedded');
  const primaryDir = path.join(dataDir, name);
  const primary = await startEmbedded({ dataDir: primaryDir, log, settings });
  closers.unshift(() => primary.stop());
  const env = { ...asInProduction({ databaseUrl: primary.url, dataDir: primaryDir, secret }), RATE_LIMIT: 'off' };
  const app = await startProgram(built('main'), env);
  closers.unshift(app.stop);
  const data = await seed(app.url);
  const standby = await startStandby({
    start: startEmbedded,
    primaryUrl: primary.url,
    primaryDir,
    dataDir: path.join(dataDir, `${name}-standby`),
    log,
    settings,
  });
  closers.unshift(() => standby.stop());
  return { primary, standby, app, env, data };
}
