import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { memoryFolder } from '../../backend/test/support/memoryFolder.ts';
import { chromiumLaunch } from './chromium.ts';
import { freePort } from './server.ts';
import { slowness } from './slowness.ts';

const root = resolve(import.meta.dirname, '../..');
const artifacts = join(root, 'node_modules', '.cache', 'e2e');

// Browsers keep their profiles and the memory that their processes share there, which saves a tenth of the time.
process.env.TMPDIR = memoryFolder();

// Workers read this file, too, and must use the values that the first process chose, so these are passed on in the
// environment.
const port = (process.env.E2E_PORT ??= String(await freePort()));
const dataDir = (process.env.E2E_DATA_DIR ??= freshFolder());
const baseURL = `http://127.0.0.1:${port}`;

const launch = await chromiumLaunch();

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  // Long tests, and further cases of other tests, run only in `npm run test:full`.
  ...(process.env.TEST_DEPTH === 'full' ? {} : { grepInvert: /@full/ }),
  globalSetup: './administrator.ts',
  // Only catches tests that hang: a page opens in a second, and in ten on a busy machine.
  timeout: 120_000 * slowness,
  expect: { timeout: 30_000 * slowness },
  // Browsers mostly wait for pages to settle. On two cores, three workers take a sixth less time than two.
  workers: 3,
  // Retries, so that a machine that was frozen for seconds does not fail a change. The report lists tests that passed
  // at the second try as flaky: such a test has a defect. On a developer's machine, it fails at once.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['./failures.ts']],
  outputDir: join(artifacts, 'results'),
  use: {
    // The tests of a worker share one browser window, which is emptied before each test. The app's code stays in its
    // cache, so a page opens in half the time. Windows that a test creates itself are new.
    reuseContext: true,
    baseURL,
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    // Recording takes a third of the time of every test; `--trace on` records one that fails.
    trace: 'off',
    // A service worker would answer requests that most tests observe or change, and each new browser would first
    // download the whole app. `offlineShell.e2e.ts` tests what needs a service worker.
    serviceWorkers: 'block',
    // Playwright waits until an element has stopped moving before it presses it. With motion, each dialog and menu
    // would cost a quarter of a second.
    contextOptions: { reducedMotion: 'reduce' },
    // No optimizing compilers: no page lives long enough to gain from them. This saves a seventh of the time.
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
      // the receivers of webhooks are on this machine
      WEBHOOK_HOSTS: '127.0.0.1',
      // no test cuts the power, so a commit need not wait for the disk
      PGOPTIONS: '-c synchronous_commit=off',
    },
  },
});

function freshFolder(): string {
  const dir = mkdtempSync(join(memoryFolder(), 'cairn-e2e-'));
  // Playwright stops the server after all its own hooks, so this runs when the process ends.
  process.once('exit', () => rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));
  return dir;
}
