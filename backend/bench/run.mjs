// Measures the built app on a PostgreSQL of its own in a temporary folder; takes about a minute and a half:
//
//   npm run bench
//
// prints five tables. Whether a mark is reached depends on the machine, so the exit code tells only whether the bench
// itself could run.
//
// 1. Throughput: 50 of 500 tasks as JSON, 20 connections, medians of three rounds that take turns. `raw` is Node.js's
//    own HTTP server with one prepared statement and the same check of the session (baseline.mjs).
//      Throughput               requests/s  p50 ms  p99 ms  of raw
//      GraphQL tasks                   566      34      85    0.69  ok (mark 0.33)
// 2. Statements: how many SQL statements each operation of GraphQL sends, the check of the session, BEGIN, COMMIT and
//    the wake-up of readers included.
//      moveTask                                  11
// The browser section drives the built app: see browser.mjs.
// 3. Neighbours: how long somebody who reads one project waits, alone and beside 60 writers of another project.
//      Neighbours                reads/s  p50 ms  p99 ms
//      beside 60 writers             345     2.4     9.2
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildStale, root } from '../scripts/build.mjs';
import { endWithNpm } from '../scripts/endWithNpm.mjs';
import { requireNode } from '../scripts/nodeVersion.mjs';
import { measureBrowser, printBrowser } from './browser.mjs';
import { measureLive, printLive } from './live.mjs';
import { measureNeighbours } from './neighbours.mjs';
import { startProgram } from './processes.mjs';
import { seed } from './seed.mjs';
import { countStatements } from './statements.mjs';
import { measureThroughput } from './throughput.mjs';

/** The share of the raw baseline's requests a second that each interface should reach. */
const MARK = 0.33;

const built = (name) => path.join(root, 'dist/backend/src', `${name}.js`);
const load = (name) => import(built(name));

function printThroughput(results) {
  const [raw] = results;
  console.log('\nThroughput               requests/s  p50 ms  p99 ms  of raw');
  for (const { name, rate, p50, p99 } of results) {
    const ratio = rate / raw.rate;
    const verdict = name === raw.name ? '' : `  ${ratio >= MARK ? 'ok' : 'below'} (mark ${MARK})`;
    console.log(
      name.padEnd(25) +
        rate.toFixed(0).padStart(10) +
        String(p50).padStart(8) +
        String(p99).padStart(8) +
        ratio.toFixed(2).padStart(8) +
        verdict,
    );
  }
}

function printStatements({ counts, missing }) {
  console.log('\nStatements');
  for (const { name, statements } of counts) console.log(`${name.padEnd(40)}${String(statements).padStart(4)}`);
  if (missing.length > 0) console.log(`(not counted: ${missing.join(', ')})`);
}

function printNeighbours({ alone, beside, writers, writes, failed }) {
  console.log('\nNeighbours                reads/s  p50 ms  p99 ms');
  for (const [name, { rate, p50, p99 }] of [
    ['reader alone', alone],
    [`beside ${writers} writers`, beside],
  ]) {
    console.log(
      name.padEnd(25) + rate.toFixed(0).padStart(8) + p50.toFixed(1).padStart(8) + p99.toFixed(1).padStart(8),
    );
  }
  console.log(`(${writes.toFixed(0)} writes/s meanwhile, ${failed} of them refused)`);
}

async function bench(dataDir, closers) {
  const { startEmbedded } = await load('db/embedded/startEmbedded');
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const database = await startEmbedded({ dataDir, log });
  closers.unshift(() => database.stop());

  const secret = randomBytes(32).toString('hex');
  const env = { DATABASE_URL: database.url, JWT_SECRET: secret };
  const app = await startProgram(built('main'), {
    ...env,
    NODE_ENV: 'production',
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    RATE_LIMIT: 'off',
  });
  closers.unshift(app.stop);
  const baseline = await startProgram(path.join(import.meta.dirname, 'baseline.mjs'), env);
  closers.unshift(baseline.stop);

  const data = await seed(app.url);
  printThroughput(await measureThroughput(app, baseline, data.token));
  printStatements(await countStatements(load, database.url, secret, data));
  printNeighbours(await measureNeighbours(app, data));
  printLive(await measureLive(load, app, database.url, secret));
  printBrowser(await measureBrowser(app));
}

requireNode();
endWithNpm();
if (!(await buildStale())) process.exit(1);
const dataDir = mkdtempSync(path.join(tmpdir(), 'cairn-bench-'));
const closers = [];
let ending;
/** Ends what was started, newest first, and leaves nothing behind. */
const end = () =>
  (ending ??= (async () => {
    for (const close of closers) await close();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  })());
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end().finally(() => process.exit(130)));
try {
  await bench(dataDir, closers);
} finally {
  await end();
}
