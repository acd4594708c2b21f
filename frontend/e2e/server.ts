import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Returns a port on which nothing listens. */
export const freePort = (): Promise<number> =>
  new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? done(address.port) : failed(new Error('no port'))));
    });
  });

export interface OwnServer {
  stop(): Promise<void>;
  /** Kills the server at once (SIGKILL). */
  kill(): Promise<void>;
}

interface ServerOptions {
  /** The folder of the build that the server serves. */
  dist?: string;
  /** Settings in addition to those that all tests need. */
  env?: Record<string, string>;
}

/** Starts a separate server, for tests that stop it and start it again. */
export async function startServer(
  port: number,
  dataDir: string,
  { dist = 'dist', env = {} }: ServerOptions = {},
): Promise<OwnServer> {
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    process.execPath,
    ['--import', './frontend/e2e/fastBcrypt.mjs', join(dist, 'backend/src/main.js')],
    {
      cwd: root,
      stdio: 'ignore',
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        PUBLIC_URL: url,
        RATE_LIMIT: 'off',
        ...env,
      },
    },
  );
  const ended = once(child, 'exit');
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  const stop = () => end('SIGTERM');
  for (let tries = 0; tries < 900 && child.exitCode === null; tries += 1) {
    const ready = await fetch(`${url}/readyz`).catch(() => null);
    if (ready?.ok) return { stop, kill: () => end('SIGKILL') };
    await new Promise((next) => {
      setTimeout(next, 100);
    });
  }
  await stop();
  throw new Error('The server did not start.');
}
