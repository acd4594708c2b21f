import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * Starts a Node.js program and waits for a JSON line with a `port`, as the app logs it.
 * @returns its address and a function that stops it
 */
export async function startProgram(file, env) {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const port = await Promise.race([
    new Promise((resolve) => {
      lines.on('line', (line) => {
        const found = portIn(line);
        if (found) resolve(found);
      });
    }),
    ended.then(([code]) => {
      throw new Error(`${file} ended with ${code} before it was ready`);
    }),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function portIn(line) {
  try {
    return JSON.parse(line).port;
  } catch {
    return undefined;
  }
}

/** The settings of the built app: as in production, on a free port. */
export const asInProduction = ({ databaseUrl, dataDir, secret }) => ({
  DATABASE_URL: databaseUrl,
  JWT_SECRET: secret,
  SECRET_KEY: secret,
  NODE_ENV: 'production',
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'info',
});
