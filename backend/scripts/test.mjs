// `npm test`: everything a change must pass, in order of cost, each step timed. Stops at the first that fails.
// `npm run test:full`: the same with TEST_DEPTH=full, which lets tests that try random or many cases try far more of
// them, and then everything that can be killed, frozen or cut. Takes about a quarter of an hour.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
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

/** @type {[string, () => boolean | Promise<boolean>][]} */
const steps = [
  ['format', run('oxfmt/bin/oxfmt', '--check')],
  ['lint and import arrows', run('oxlint/bin/oxlint', '--type-aware')],
  ['types', run('typescript/bin/tsc', '-b')],
  ['generated operations are up to date', run('@graphql-codegen/cli/esm/bin.js', '--config', 'codegen.ts', '--check')],
  ['dead code', run('knip/bin/knip.js')],
  // The server is tested with the pages that it serves.
  ['build', buildStale],
  ['server', run('vitest/vitest.mjs', 'run', '--config', 'backend/vitest.config.ts')],
  ['client', run('vitest/vitest.mjs', 'run', '--config', 'frontend/vitest.config.ts')],
  ['budgets', checkBudgets],
  ['browser', run('@playwright/test/cli.js', 'test', '--config', 'frontend/e2e/playwright.config.ts')],
  ...(full ? [['alert rules', checkAlerts]] : []),
  ...(full ? [["others' tools", run('../backend/tools/run.mjs')]] : []),
  ...(full ? [['faults', run('vitest/vitest.mjs', 'run', '--config', 'backend/vitest.faults.config.ts')]] : []),
];

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
console.log(`\nAll passed: ${times.join(', ')}`);
