// `npm run test:alerts`, a step of `npm run test:full`: Prometheus's own promtool checks the alert rules, and what they fire for.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './build.mjs';

/** @returns whether all is well; where promtool is missing, it says so in a line */
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
