import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './chromium.ts';
import { freePort } from './server.ts';
import { slowness } from './slowness.ts';

const root = resolve(import.meta.dirname, '../..');
const artifacts = join(root, 'node_modules', '.cache', 'e2e');

// Workers read this file too and must find what the first process chose, so the choice travels in the environment.
const port = (process.env.E2E_PORT ??= String(await freePort()));
const dataDir = (process.env.E2E_DATA_DIR ??= freshFolder());
const baseURL = `http://127.0.0.1:${port}`;

const launch = await chromiumLaunch();

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  // Long ones, and further cases of what others test: `npm run test:full`.
  ...(process.env.TEST_DEPTH === 'full' ? {} : { grepInvert: /@full/ }),
  globalSetup: './administrator.ts',
  // Against what hangs, not what is slow: a page opens in a second, and in ten beside other work.
  timeout: 120_000 * slowness,
  expect: { timeout: 30_000 * slowness },
  // Browsers wait for pages to stand still more than they compute: a sixth less time than with two, on two cores.
  workers: 3,
  // A machine that stood still for seconds should not refuse a change. The report lists what passed at the second try as
  // flaky: that is a defect to mend. On a developer's machine it fails at once.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['./failures.ts']],
  outputDir: join(artifacts, 'results'),
  use: {
    // The tests of a worker share a browser window, emptied before each: with the app's code at hand, a page opens in half the
    // time. Windows that a test makes itself are new.
    reuseContext: true,
    baseURL,
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    // Recording takes a third of the time of every test; `--trace on` records one that fails.
    trace: 'off',
    // A worker answers for the network, whose answers most tests look at or change; and each browser of a test would first
    // fetch all of the app. What works only with it is in `offlineShell.e2e.ts`.
    serviceWorkers: 'block',
    // Playwright waits for whatever moves before it presses it: with motion each dialog and menu costs a quarter of a second,
    // and frames that nobody sees are painted.
    contextOptions: { reducedMotion: 'reduce' },
    // No page lives long enough to win back what making its code faster takes: a seventh of the whole.
    launchOptions: { ...launch, args: [...launch.args, '--js-flags=--no-maglev --no-turbofan'] },
  },
  webServer: {
    command: `"${process.execPath}" --enable-source-maps --import ./frontend/e2e/fastBcrypt.mjs dist/backend/src/main.js`,
    cwd: root,
    url: `${baseURL}/readyz`,
    timeout: 60_000,
    reuseExistingServer: false,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: port,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PUBLIC_URL: baseURL,
      RATE_LIMIT: 'off',
      // receivers of webhooks are on this machine
      WEBHOOK_HOSTS: '127.0.0.1',
      // no test pulls the plug: a commit need not wait for the disk
      PGOPTIONS: '-c synchronous_commit=off',
    },
  },
});

function freshFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'cairn-e2e-'));
  // The server is stopped after every hook of the runner, so only the end of this process is late enough.
  process.once('exit', () => rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));
  return dir;
}
