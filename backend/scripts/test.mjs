// `npm test`: everything a change must pass, in order of cost, each step timed. Stops at the first that fails.
// `npm run test:full`: the same with TEST_DEPTH=full, which lets tests that try random or many cases try far more of
// them, then the tools of others, and everything that can be killed, frozen or cut. Takes about three quarters of an hour.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { checkAlerts } from './alerts.mjs';
import { checkBudgets } from './budgets.mjs';
import { buildStale, root } from './build.mjs';
import { requireNode } from './nodeVersion.mjs';

const full = process.argv.includes('--full');
if (full) process.env.TEST_DEPTH = 'full';

requireNode();
if (!existsSync(join(root, 'node_modules', 'vitest'))) {
  console.error('The dependencies are not installed: run "npm ci" first.');
  process.exit(1);
}

/** Runs a program of node_modules under this very Node.js. */
const run =
  (script, ...args) =>
  () =>
    spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], { cwd: root, stdio: 'inherit' })
      .status === 0;

/** Where each run of tests writes how long its files took. */
const REPORTS = join(root, 'node_modules', '.cache', 'tests');
const reportOf = (name) => join(REPORTS, `${name}.json`);

const vitest = (name, config) => {
  const report = `--outputFile.json=${reportOf(name)}`;
  return run('vitest/vitest.mjs', 'run', '--config', config, '--reporter=default', '--reporter=json', report);
};
const playwright = run(
  '@playwright/test/cli.js',
  'test',
  '--config',
  'frontend/e2e/playwright.config.ts',
  '--reporter=list,json',
);

/** How long each file of a report took, in milliseconds. */
const filesOf = ({ testResults, suites }) => {
  if (testResults)
    return testResults.map(({ name, startTime, endTime }) => [relative(root, name), endTime - startTime]);
  const sumOf = (suite) =>
    (suite.suites ?? []).reduce((sum, inner) => sum + sumOf(inner), 0) +
    suite.specs
      .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
      .reduce((sum, it) => sum + it.duration, 0);
  return suites.map((suite) => [`frontend/e2e/${suite.file}`, sumOf(suite)]);
};

/** Returns the 20 files that took the longest, as lines to print. */
const slowest = () =>
  ['server', 'client', 'browser']
    .filter((name) => existsSync(reportOf(name)))
    .flatMap((name) => filesOf(JSON.parse(readFileSync(reportOf(name), 'utf8'))))
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 20)
    .map(([file, ms]) => `${(ms / 1000).toFixed(0).padStart(5)} s  ${file}`);

/** @type {[string, () => boolean | Promise<boolean>][]} */
const steps = [
  ['format', run('oxfmt/bin/oxfmt', '--check')],
  ['lint and import arrows', run('oxlint/bin/oxlint', '--type-aware')],
  ['types', run('typescript/bin/tsc', '-b')],
  ['generated operations are up to date', run('@graphql-codegen/cli/esm/bin.js', '--config', 'codegen.ts', '--check')],
  ['dead code', run('knip/bin/knip.js')],
  // The server is tested with the pages that it serves.
  ['build', buildStale],
  ['server', vitest('server', 'backend/vitest.config.ts')],
  ['client', vitest('client', 'frontend/vitest.config.ts')],
  ['budgets', checkBudgets],
  ['browser', playwright],
  ...(full ? [['alert rules', checkAlerts]] : []),
  ...(full ? [["others' tools", run('../backend/tools/run.mjs')]] : []),
  ...(full ? [['faults', run('vitest/vitest.mjs', 'run', '--config', 'backend/vitest.faults.config.ts')]] : []),
];

// Playwright learns only from the environment where its report goes.
process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = reportOf('browser');
rmSync(REPORTS, { recursive: true, force: true });
const begun = performance.now();
const times = [];
for (const [name, step] of steps) {
  console.log(`\n── ${name}`);
  const since = performance.now();
  const ok = await step();
  times.push(`${name} ${((performance.now() - since) / 1000).toFixed(1)} s`);
  if (!ok) {
    console.error(`\nFAILED at: ${name}   (${times.join(', ')})`);
    process.exit(1);
  }
}
console.log(`\nAll passed in ${((performance.now() - begun) / 60_000).toFixed(1)} minutes: ${times.join(', ')}`);
console.log(`The slowest files:\n${slowest().join('\n')}`);
