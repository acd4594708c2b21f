// `npm run test:cluster`: the app on a primary with a synchronous standby under Patroni, behind PgBouncer and HAProxy, all of
// it Debian's, on loopback and in a temporary folder, and what it survives (see survives.cluster.ts); and cells behind one
// HAProxy (see cells.cluster.ts). Takes some minutes.
//
//   npm run test:cluster                      all
//   npm run test:cluster -- cells             one part: survives or cells
//   npm run test:cluster -- -t PgBouncer      scenarios whose name has this
//
// However it ends, nothing that it started is left: what carries the folder in its environment or its command is ended by id.
import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, chmodSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithNpm } from '../../scripts/endWithNpm.mjs';

const BOUND_MS = 25 * 60_000;
const HAPROXY = ['haproxy', '/usr/sbin/haproxy'];
/** The parts, and the packages that each of them needs. */
const PARTS = {
  survives: [
    ['postgresql-15', '/usr/lib/postgresql/15/bin/postgres'],
    ['patroni', '/usr/bin/patroni'],
    ['python3-etcd', '/usr/lib/python3/dist-packages/etcd/__init__.py'],
    ['etcd-server', '/usr/bin/etcd'],
    ['pgbouncer', '/usr/sbin/pgbouncer'],
    HAPROXY,
  ],
  cells: [HAPROXY, ['socat', '/usr/bin/socat']],
};
const args = process.argv.slice(2);
const [part] = args;
const files = Object.hasOwn(PARTS, part ?? '') ? [`backend/test/cluster/${args.shift()}.cluster.ts`] : [];
const packages = files.length > 0 ? PARTS[part] : Object.values(PARTS).flat();

const isThere = (file) => {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
};
const missing = [...new Set(packages.filter(([, file]) => !isThere(file)).map(([name]) => name))];
if (missing.length > 0) {
  console.error(`Missing: apt-get install --no-install-recommends ${missing.join(' ')}`);
  process.exit(2);
}

const root = path.resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'cairn-cluster-'));
// programs under users of their own read and write in it
chmodSync(folder, 0o777);

/** The processes that carry the folder; databases do so in their command. */
function left() {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.map(Number).filter((pid) => {
    try {
      const of = (file) => readFileSync(`/proc/${pid}/${file}`, 'utf8');
      return of('environ').includes(`CAIRN_CLUSTER=${folder}`) || of('cmdline').includes(`${folder}/`);
    } catch {
      return false;
    }
  });
}

async function endAll() {
  const tell = (signal) => {
    for (const pid of left()) {
      try {
        process.kill(pid, signal);
      } catch {
        // it has ended meanwhile
      }
    }
  };
  // a frozen one hears nothing else
  tell('SIGCONT');
  for (const signal of ['SIGTERM', 'SIGKILL']) {
    tell(signal);
    for (let waited = 0; waited < 50 && left().length > 0; waited += 1) await sleep(100);
  }
}

endWithNpm();
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const config = ['--config', 'backend/vitest.cluster.config.ts'];
const tests = spawn(process.execPath, [vitest, 'run', ...config, ...files, ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, CLUSTER_FOLDER: folder },
});
let code = 1;
const ended = new Promise((resolve) => tests.once('close', (given) => resolve((code = given ?? 1))));
let interrupted = false;
const interrupt = () => {
  interrupted = true;
  tests.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, interrupt);
const bound = setTimeout(() => {
  console.error(`Given up after ${BOUND_MS / 60_000} minutes.`);
  tests.kill('SIGKILL');
}, BOUND_MS);
await ended;
clearTimeout(bound);
await endAll();
// of a run that failed what the programs said is kept
const isKept = (name) => code !== 0 && !interrupted && name.endsWith('.log');
const names = readdirSync(folder);
for (const name of names.filter((one) => !isKept(one))) {
  rmSync(path.join(folder, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
if (names.some(isKept)) console.error(`What the programs said: ${folder}/*.log`);
else rmSync(folder, { recursive: true });
process.exit(code);
