// `npm test`: everything a change must pass, cheapest first, each step timed. Stops at the first failure.
// `npm run test:full`: also sets TEST_DEPTH=full, with which random tests try far more cases, and adds other vendors' tools
// and the fault tests. Takes about three times as long.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { checkAlerts } from './alerts.mjs';
import { checkBudgets } from './budgets.mjs';
import { buildStale, root } from './build.mjs';
import { requireNode } from './nodeVersion.mjs';
import { checkProxies } from './proxies.mjs';

const full = process.argv.includes('--full');
if (full) process.env.TEST_DEPTH = 'full';

requireNode();
if (!existsSync(join(root, 'node_modules', 'vitest'))) {
  console.error('The dependencies are not installed: run "npm ci" first.');
  process.exit(1);
}

/** Runs a program of node_modules with this Node.js. */
const run =
  (script, ...args) =>
  () =>
    spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], { cwd: root, stdio: 'inherit' })
      .status === 0;

/** The folder for the timing reports of test runs. */
const REPORTS = join(root, 'node_modules', '.cache', 'tests');
const reportPath = (name) => join(REPORTS, `${name}.json`);

const vitest = (name, config) => {
  const report = `--outputFile.json=${reportPath(name)}`;
  return run('vitest/vitest.mjs', 'run', '--config', config, '--reporter=default', '--reporter=json', report);
};
const playwright = run(
  '@playwright/test/cli.js',
  'test',
  '--config',
  'frontend/e2e/playwright.config.ts',
  '--reporter=list,json',
);

/** Returns the duration of each file of a report, in milliseconds. */
const fileTimes = ({ testResults, suites }) => {
  if (testResults)
    return testResults.map(({ name, startTime, endTime }) => [relative(root, name), endTime - startTime]);
  const sumSuite = (suite) =>
    (suite.suites ?? []).reduce((sum, inner) => sum + sumSuite(inner), 0) +
    suite.specs
      .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
      .reduce((sum, it) => sum + it.duration, 0);
  return suites.map((suite) => [`frontend/e2e/${suite.file}`, sumSuite(suite)]);
};

/** Returns the 20 slowest files as lines to print. */
const slowest = () =>
  ['server', 'client', 'browser']
    .filter((name) => existsSync(reportPath(name)))
    .flatMap((name) => fileTimes(JSON.parse(readFileSync(reportPath(name), 'utf8'))))
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 20)
    .map(([file, ms]) => `${(ms / 1000).toFixed(0).padStart(5)} s  ${file}`);

const LOCALES = ['frontend/src/locales', 'backend/locales'];
const readCatalogues = () =>
  LOCALES.flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .join('\n');

/** @returns whether the catalogues have exactly the messages of the code; a message left over would be shipped. */
const wordsAreUpToDate = () => {
  const before = readCatalogues();
  const extracted = run('@lingui/cli/dist/lingui.js', 'extract', '--clean')();
  if (extracted && readCatalogues() === before) return true;
  console.error(
    'The catalogues in frontend/src/locales and backend/locales were not up to date. They are now: commit them.',
  );
  return false;
};

/** @type {[string, () => boolean | Promise<boolean>][]} */
const steps = [
  ['format', run('oxfmt/bin/oxfmt', '--check')],
  ['lint and import arrows', run('oxlint/bin/oxlint', '--type-aware')],
  ['types', run('typescript/bin/tsc', '-b')],
  ['generated operations are up to date', run('@graphql-codegen/cli/esm/bin.js', '--config', 'codegen.ts', '--check')],
  ['words are up to date', wordsAreUpToDate],
  ['dead code', run('knip/bin/knip.js')],
  // the server's tests use the built pages
  ['build', buildStale],
  ['server', vitest('server', 'backend/vitest.config.ts')],
  ['client', vitest('client', 'frontend/vitest.config.ts')],
  ['budgets', checkBudgets],
  ['browser', playwright],
  ...(full ? [['alert rules', checkAlerts]] : []),
  ...(full ? [['proxies', checkProxies]] : []),
  ...(full ? [["others' tools", run('../backend/tools/run.mjs')]] : []),
  ...(full ? [['faults', run('vitest/vitest.mjs', 'run', '--config', 'backend/vitest.faults.config.ts')]] : []),
];

// Playwright reads the report's path only from the environment
process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = reportPath('browser');
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
