// `npm run test:alerts`, a step of `npm run test:full`: checks the alert rules and their tests with Prometheus's promtool.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './build.mjs';

/** @returns whether the rules pass; true with a notice if promtool is missing */
export function checkAlerts() {
  const folder = join(root, 'deploy', 'prometheus');
  if (spawnSync('promtool', ['--version']).error) {
    console.log('Alert rules are not checked: promtool is missing (Debian: apt-get install prometheus).');
    return true;
  }
  const run = (...args) => spawnSync('promtool', args, { cwd: folder, stdio: 'inherit' }).status === 0;
  return (
    run('check', 'rules', 'rules.yml') &&
    run('test', 'rules', 'rules.test.yml') &&
    run('check', 'config', 'prometheus.yml')
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !checkAlerts()) process.exit(1);
