import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.js';
import { EmbeddedError } from './db/embedded/embeddedError.js';
import { startEmbedded } from './db/embedded/startEmbedded.js';
import { migrate } from './db/migrate.js';
import { type Env, EnvError, readEnv } from './env.js';
import { isPassing } from './kernel/databaseErrors.js';
import { createLogger, type Logger } from './kernel/logger.js';
import { createServices } from './services.js';

const NODE_MINIMUM = [22, 18] as const;
/** After this long a stop no longer waits for anybody. */
const STOP_MS = 9_000;

/** Something to close, newest first. */
type Closer = () => Promise<void>;

function checkRuntime(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > NODE_MINIMUM[0] || (major === NODE_MINIMUM[0] && minor >= NODE_MINIMUM[1])) return;
  throw new EnvError(
    `Node.js ${NODE_MINIMUM.join('.')} or newer is needed, this is ${process.versions.node}: start with "npm start", which brings its own`,
  );
}

/** The embedded database is gone for good: without it nothing can be served, so whoever supervises us shall restart us. */
function giveUp(log: Logger, closers: Closer[]): void {
  log.fatal('the database does not come back');
  void stop(log, closers, 1).then(() => process.exit(1));
}

async function databaseUrl(env: Env, log: Logger, closers: Closer[]): Promise<string> {
  if (env.databaseUrl) return env.databaseUrl;
  const embedded = await startEmbedded({
    dataDir: env.dataDir,
    log,
    onState: (state) => state === 'failed' && giveUp(log, closers),
  });
  closers.unshift(() => embedded.stop());
  return embedded.url;
}

async function start(env: Env, log: Logger, closers: Closer[]): Promise<void> {
  const url = await databaseUrl(env, log, closers);
  const services = await createServices({ env, log, databaseUrl: url });
  closers.unshift(services.close);
  await migrate(services.orm, url);
  const app = await createApp(services);
  closers.unshift(app.close);
  app.server.listen(env.port, env.host);
  await once(app.server, 'listening');
  const { port } = app.server.address() as AddressInfo;
  const address = env.publicUrl ?? `http://${env.host === '127.0.0.1' ? 'localhost' : env.host}:${port}`;
  log.info({ port, host: env.host }, `${env.brandName} is ready at ${address}`);
}

async function stop(log: Logger, closers: Closer[], code = 0): Promise<void> {
  const late = setTimeout(() => {
    log.warn('something did not end in time');
    process.exit(code);
  }, STOP_MS);
  for (const close of closers.splice(0)) await close().catch((error: unknown) => log.error({ err: error }, 'stop'));
  clearTimeout(late);
}

/** One line for what the person at the terminal can mend; undefined for a defect. */
function explain(error: unknown): string | undefined {
  if (error instanceof EnvError || error instanceof EmbeddedError) return error.message;
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === 'EADDRINUSE') return 'PORT is taken: another program listens there';
  if (code === 'EACCES') return 'PORT or DATA_DIR may not be used by this user';
  if (code === '28P01' || code === '28000' || code === '3D000')
    return `DATABASE_URL is refused: ${(error as Error).message}`;
  if (isPassing(error)) return 'the database cannot be reached: check DATABASE_URL';
  return undefined;
}

async function main(): Promise<void> {
  const closers: Closer[] = [];
  let log: Logger | undefined;
  try {
    checkRuntime();
    const env = readEnv(process.env);
    log = createLogger(env.logLevel);
    const logger = log;
    let stopping: Promise<void> | undefined;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        stopping ??= stop(logger, closers).then(() => process.exit(0));
      });
    }
    await start(env, log, closers);
  } catch (error) {
    const line = explain(error);
    if (line) console.error(`Cairn cannot start: ${line}`);
    else if (log) log.fatal({ err: error }, 'cannot start');
    else console.error(error);
    for (const close of closers) await close().catch(() => undefined);
    process.exit(1);
  }
}

await main();
