// Measures the built app on a PostgreSQL server in a temporary folder; all of it takes a quarter of an hour:
//
//   npm run bench                                        all
//   npm run bench -- throughput neighbours               some of: throughput, peers, statements, neighbours, live,
//                                                        browser, scroll, columns, lighthouse, timing, telemetry,
//                                                        volume, figures, backup, files, uploads, replicas, capacity,
//                                                        upgrade
//   npm run bench -- volume --plans                      also prints the plan of each statement
//   npm run bench -- telemetry --picture                 draws the dashboard of a run instead, in docs/pictures
//   npm run bench -- capacity --quick                    in less than two minutes, with few people, to check that it runs
//
// Each prints a table (docs/performance.md says more). Whether a limit is met depends on the machine, so the exit code only
// says whether the bench could run.
//
// 1. Throughput: 50 of 500 tasks as JSON, 20 connections, in short alternating rounds; `of raw` is the median ratio to the
//    neighbouring rounds of `raw`: Node.js's HTTP server with one prepared statement and the same check of the session
//    (baseline.mjs).
//      Throughput               requests/s  p50 ms  p99 ms  of raw
//      GraphQL tasks                   566      34      85    0.69  ok (mark 0.65)
// 2. Peers: the same list, and with project, creator and assignee, beside PostGraphile, which npm installs into the
//    temporary folder; without a network the section says so and is left out.
// 3. Statements: how many SQL statements each operation of GraphQL sends, the check of the session, BEGIN, COMMIT and
//    the wake-up of readers included.
//      moveTask                                  14
// The browser section drives the built app: see browser.mjs.
// 4. Neighbours: the latency of a person who reads one project, alone and beside 60 writers of another project.
//      Neighbours                reads/s  p50 ms  p99 ms
//      beside 60 writers             345     2.4     9.2
// 5. Live: a change to a thousand sockets.
// 6. Browser: the board with thousands of cards, in a real one. Scroll: frames of the list of 5,000 tasks beside the
//    board's, both scrolled 40 times by 400 px in 4 s. Columns: how long a board of 5,000 tasks in 12 columns takes to
//    open beside one in four.
// 7. Timing: whether response times reveal if there is an account.
//      Timing                  known ms  unknown ms  apart
//      wrong password             288.2       288.9   0.2%  ok (mark 10%)
// 8. Lighthouse: the first pages on a slow phone, beside the sign-in page.
// 9. Backup: how long a backup and a restore of 10,000 and of 1,000,000 tasks take, and the most memory of either.
//    Files: the same of 10,000 tasks with 2 GB of files (FILE_GB), in the backup and beside it, and what 20 GB would take.
//    Uploads: the latency of the board and the lag of a replica while files are uploaded at 20 MB a second.
// 10. Telemetry: what /metrics and traces cost.
// 11. Replicas: what a replica for reads takes off the primary, and what one that lags costs.
// 12. Figures: what figures over time and groups take of the database, of a team's 100,000 tasks with 400,000 lines.
// 13. Volume: what the screens ask for, for the same person with the same 2,000 tasks, among 10,000 and among 1,000,000.
// 14. Upgrade: an upgrade of 200,000 tasks, while people work with the old process and with the new one. OLDER=<commit> names
//     the old version. It needs the git history, so it runs only when it is named.
// 15. Capacity: how many people at work one server carries, and what each costs (capacity.mjs).
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildStale, root } from '../scripts/build.mjs';
import { endWithNpm } from '../scripts/endWithNpm.mjs';
import { requireNode } from '../scripts/nodeVersion.mjs';
import { measureBackup, measureFiles, printBackup, printFiles } from './backup.mjs';
import { measureBrowser, printBrowser } from './browser.mjs';
import { measureCapacity } from './capacity.mjs';
import { printCapacity } from './capacityPrint.mjs';
import { measureColumns, printColumns } from './columns.mjs';
import { takePicture } from './dashboardPicture.mjs';
import { measureFigures, printFigures } from './figures.mjs';
import { measureLighthouse, printLighthouse } from './lighthouse.mjs';
import { measureLive, printLive } from './live.mjs';
import { measureNeighbours } from './neighbours.mjs';
import { measurePeers, printPeers } from './peers.mjs';
import { asInProduction, startProgram } from './processes.mjs';
import { measureReplicas, printReplicas } from './replicas.mjs';
import { seed } from './seed.mjs';
import { measureScroll, printScroll } from './scroll.mjs';
import { countStatements } from './statements.mjs';
import { measureTelemetry, printTelemetry } from './telemetry.mjs';
import { measureThroughput, printThroughput } from './throughput.mjs';
import { measureTiming, printTiming } from './timing.mjs';
import { measureUpgrade, printUpgrade } from './upgrade.mjs';
import { measureUploads, printUploads } from './uploads.mjs';
import { measureVolume, printVolume } from './volume.mjs';

const SECTIONS = [
  'throughput',
  'peers',
  'statements',
  'neighbours',
  'live',
  'browser',
  'scroll',
  'columns',
  'lighthouse',
  'timing',
  'telemetry',
  'volume',
  'figures',
  'backup',
  'files',
  'uploads',
  'replicas',
  'capacity',
];
/** Only when it is named: it builds an older version from the history. */
const NAMED_ONLY = ['upgrade'];
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { plans: { type: 'boolean' }, picture: { type: 'boolean' }, quick: { type: 'boolean' } },
});
const unknown = positionals.filter((name) => ![...SECTIONS, ...NAMED_ONLY].includes(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are ${[...SECTIONS, ...NAMED_ONLY].join(', ')}.`);
  process.exit(2);
}
const sections = positionals.length > 0 ? positionals : SECTIONS;
const asked = (name) => sections.includes(name);

const log = { info: () => undefined, warn: console.warn, error: console.error };
const secret = randomBytes(32).toString('hex');
const built = (name) => path.join(root, 'dist/backend/src', `${name}.js`);
const load = (name) => import(built(name));

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

/** Two processes on a database: the app and the baseline. */
async function startBoth(dataDir, closers) {
  const { startEmbedded } = await load('platform/database/embedded/startEmbedded');
  const database = await startEmbedded({ dataDir, log });
  closers.unshift(() => database.stop());
  const env = { DATABASE_URL: database.url, JWT_SECRET: secret, SECRET_KEY: secret };
  const appEnv = { ...asInProduction({ databaseUrl: database.url, dataDir, secret }), RATE_LIMIT: 'off' };
  const app = await startProgram(built('main'), appEnv);
  closers.unshift(app.stop);
  const baseline = await startProgram(path.join(import.meta.dirname, 'baseline.mjs'), env);
  closers.unshift(baseline.stop);
  return { app, appEnv, baseline, databaseUrl: database.url, data: await seed(app.url) };
}

async function telemetry(env, data, folder) {
  const [main, worker] = [built('main'), built('worker')];
  if (values.picture) {
    await takePicture({ main, worker, env, data, folder, file: path.join(root, 'docs/pictures/dashboard.png') });
  } else if (existsSync('/proc/self/schedstat')) printTelemetry(await measureTelemetry(main, env, data.token));
  else console.log('\nThe cost of telemetry is read from /proc, which this machine does not have.');
}

async function closeAll(closers) {
  while (closers.length > 0) await closers.shift()();
}

async function bench(dataDir, closers) {
  if (
    sections.some(
      (name) => !['volume', 'figures', 'backup', 'files', 'uploads', 'replicas', 'capacity', 'upgrade'].includes(name),
    )
  ) {
    const { app, appEnv, baseline, databaseUrl, data } = await startBoth(dataDir, closers);
    if (asked('throughput')) printThroughput(await measureThroughput(app, baseline, data.token));
    if (asked('peers')) printPeers(await measurePeers(app, databaseUrl, data.token, dataDir));
    if (asked('statements')) printStatements(await countStatements(load, databaseUrl, secret, data));
    if (asked('neighbours')) printNeighbours(await measureNeighbours(app, data));
    if (asked('live')) printLive(await measureLive(load, app, databaseUrl, secret));
    if (asked('browser')) printBrowser(await measureBrowser(app));
    if (asked('scroll')) printScroll(await measureScroll(app));
    if (asked('columns')) printColumns(await measureColumns(app));
    if (asked('lighthouse')) printLighthouse(await measureLighthouse(app, data.token, dataDir));
    if (asked('timing')) printTiming(await measureTiming(app));
    if (asked('telemetry')) await telemetry(appEnv, data, dataDir);
    await closeAll(closers);
  }
  if (asked('volume')) printVolume(await measureVolume({ load, dataDir, log, secret, closers }, values));
  if (asked('figures')) printFigures(await measureFigures({ load, dataDir, log, secret, closers }));
  if (asked('backup')) printBackup(await measureBackup({ load, dataDir, log, secret }, built));
  if (asked('files')) printFiles(await measureFiles({ load, dataDir, log, secret }, built));
  if (asked('uploads')) printUploads(await measureUploads({ load, dataDir, log, secret, closers }, built));
  if (asked('replicas')) printReplicas(await measureReplicas({ load, dataDir, log, secret, closers }, built));
  if (asked('upgrade')) printUpgrade(await measureUpgrade({ load, dataDir, log, secret, closers }, built));
  if (asked('capacity')) {
    await closeAll(closers);
    printCapacity(await measureCapacity({ load, dataDir, log, secret, closers }, built, values));
  }
}

requireNode();
endWithNpm();
if (!(await buildStale())) process.exit(1);
const dataDir = mkdtempSync(path.join(tmpdir(), 'cairn-bench-'));
const closers = [];
let ending;
/** Stops what was started, newest first, and removes the folder. */
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
