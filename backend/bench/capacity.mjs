import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { recordClient } from './capacityRecord.mjs';
import { measureIdle, measureShares, readStatements } from './capacityShares.mjs';
import { cpuSeconds, machineSeconds, privateMbOfChildren, residentMb } from './processTimes.mjs';
import { asInProduction, startProgram } from './processes.mjs';
import { restClient } from './seed.mjs';
import { fillTeams, tokenOf } from './volumeData.mjs';

/** The limit of the requests' 99th percentile. */
export const MARK_MS = 300;
/** The most steps, and the time after which none begins; the whole takes less than eight minutes. */
const FULL = { teams: 250, steps: 8, first: 150, growth: 1.5, measure: 24, sockets: 500, seconds: 340 };
const QUICK = { teams: 40, steps: 2, first: 60, growth: 2, measure: 10, sockets: 100, seconds: 50 };
/**
 * How many people per second open the app at the start of a step. If all came at the same time, the step would measure
 * that moment.
 */
const ARRIVING = 15;
const TEAM = { projectsEach: 3, tasksEach: 200 };
/** The size of the projects. */
const REVISION = 100_000;
/** How often a step is repeated if other processes disturb it. */
const TRIES = 2;
/** How often the garbage of the server is collected before its memory is read. */
const COLLECTIONS = 4;

/** Sends an order to the people's process; resolves with its answer. */
async function startPeople(world) {
  const child = fork(path.join(import.meta.dirname, 'capacityPeople.mjs'), { serialization: 'advanced' });
  const ended = once(child, 'exit');
  const tell = async (order, given = {}) => {
    child.send({ order, ...given });
    const [message] = await Promise.race([
      once(child, 'message'),
      ended.then(([code]) => Promise.reject(new Error(`the people's process ended with ${code}`))),
    ]);
    if (message.error) throw new Error(message.error);
    return message.answer;
  };
  await tell('begin', world);
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { tell, stop, pid: child.pid };
}

/** Creates a database that counts its statements, filled with teams, and starts the app as in production. */
async function start({ load, dataDir, log, secret, closers }, built, { teams }) {
  const [{ startEmbedded }, { createOrm }, { migrate }, { entities }] = await Promise.all(
    ['platform/database/embedded/startEmbedded', 'platform/database/orm', 'platform/process/migrate', 'modules'].map(
      (name) => load(name),
    ),
  );
  const folder = path.join(dataDir, 'capacity');
  const settings = { shared_preload_libraries: 'pg_stat_statements' };
  const database = await startEmbedded({ dataDir: folder, log, settings });
  closers.unshift(() => database.stop());
  const orm = await createOrm({ url: database.url, entities });
  await migrate(orm, database.url);
  await orm.close(true);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  closers.unshift(() => client.end());
  await client.query('create extension pg_stat_statements');
  const people = await fillTeams(client, { teams, ...TEAM });
  await client.query('vacuum analyze');
  const env = {
    ...asInProduction({ databaseUrl: database.url, dataDir: folder, secret }),
    NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, 'collectGarbage.mjs')).href}`,
  };
  const app = await startProgram(built('main'), env);
  closers.unshift(app.stop);
  for (const person of people) person.token = tokenOf(person, secret);
  const postmaster = Number(readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  return { app, client, people, postmaster };
}

/**
 * Returns a function that changes a task as a colleague of the first person, to another status each time. The pages of the
 * first person have not loaded the task, because they know the counts after the change of a loaded one.
 */
async function colleague(url, [first, other]) {
  const read = (query) => restClient(url, first.token)('GET', `/tasks?${query}`);
  const recent = new Set((await read('orderBy=CREATED_DESC&limit=100')).map(({ id }) => id));
  const column = await read('statuses=TODO&orderBy=RANK_ASC&limit=100');
  const { id } = column.slice(50).find((task) => !recent.has(task.id));
  const setStatus = (status) => restClient(url, other.token)('PATCH', `/tasks/${id}/status`, { status });
  let n = 0;
  return () => setStatus(n++ % 2 ? 'IN_REVIEW' : 'IN_PROGRESS');
}

/** Reads what the processes and the database have used so far. */
async function used({ app, client, postmaster }) {
  const [{ calls, wal }] = (
    await client.query(
      `select sum(calls)::float8 as calls, pg_current_wal_lsn() - '0/0' as wal from pg_stat_statements`,
    )
  ).rows;
  return {
    server: cpuSeconds(app.pid),
    database: cpuSeconds(postmaster, { family: true }),
    machine: machineSeconds(),
    statements: calls,
    wal: Number(wal),
  };
}

async function measureStep(system, tell, people, seconds) {
  await system.client.query('select pg_stat_statements_reset()');
  const before = await used(system);
  const began = performance.now();
  const heard = await tell('measure', { seconds });
  const took = (performance.now() - began) / 1_000;
  const after = await used(system);
  const rate = (name) => (after[name] - before[name]) / took;
  const load = heard.cpu / took;
  const others = Math.max(0, rate('machine') - rate('server') - rate('database') - load);
  return {
    ...heard,
    people,
    took,
    load,
    others,
    server: rate('server'),
    database: rate('database'),
    statements: rate('statements'),
    wal: rate('wal'),
    memory: residentMb(system.app.pid),
    byStatement: await readStatements(system.client),
  };
}

/**
 * Returns the resident memory of a server without garbage, in MB. Collects several times, because V8 returns memory to
 * the system in steps.
 */
async function measureMemoryMb({ pid }) {
  let held = Infinity;
  for (let tries = 0; tries < COLLECTIONS; tries += 1) {
    process.kill(pid, 'SIGUSR2');
    await sleep(1_500);
    held = Math.min(held, residentMb(pid));
  }
  return held;
}

/** Returns bytes per row of each table, with all indexes. */
async function measureStorage(client) {
  const tables = ['task', 'comment', 'change', 'notification', 'idempotency'];
  const results = [];
  for (const table of tables) {
    const [{ rows, heap, indexes }] = (
      await client.query(`select count(*)::float8 as rows, pg_table_size('${table}')::float8 as heap,
        pg_indexes_size('${table}')::float8 as indexes from ${table}`)
    ).rows;
    if (rows > 0) results.push({ table, rows, heap: heap / rows, indexes: indexes / rows });
  }
  const [{ line }] = (
    await client.query(
      `select avg(pg_column_size(c.*))::float8 as line
      from change c where revision > $1`,
      [REVISION],
    )
  ).rows;
  return { tables: results, line };
}

async function machine(client) {
  const [{ version }] = (await client.query(`select current_setting('server_version') as version`)).rows;
  const model = cpus()[0]?.model ?? 'unknown';
  return `${cpus().length} cores (${model}), ${(totalmem() / 2 ** 30).toFixed(0)} GB, Node.js ${process.versions.node}, PostgreSQL ${version}`;
}

/**
 * How many active people one server and one database carry, and what each costs: people are added in steps until the 99th
 * percentile of their requests exceeds the limit.
 */
export async function measureCapacity(bench, built, { quick }) {
  const plan = quick ? QUICK : FULL;
  const system = await start(bench, built, plan);
  const { app, client, people, postmaster } = system;
  const { acts, socket } = await recordClient(app.url, people[0], await colleague(app.url, people));
  const { tell, stop } = await startPeople({ people, acts, socket, url: app.url, revision: REVISION });
  bench.closers.unshift(stop);

  // the first step warms the server up
  await tell('arrive', { people: 30, perSecond: ARRIVING });
  await tell('measure', { seconds: 5 });
  await tell('goHome');
  const idle = await measureIdle(system, tell, plan.sockets);

  const steps = [];
  const deadline = performance.now() + plan.seconds * 1_000;
  let goal = plan.first;
  for (let n = 0; n < plan.steps && performance.now() < deadline && goal + plan.sockets <= people.length; n += 1) {
    await tell('arrive', { people: goal, perSecond: ARRIVING });
    let step = await measureStep(system, tell, goal, plan.measure);
    for (let tries = 1; tries < TRIES && step.all.p99 > MARK_MS && performance.now() < deadline; tries += 1) {
      const again = await measureStep(system, tell, goal, plan.measure);
      if (again.all.p99 < step.all.p99) step = again;
    }
    steps.push(step);
    if (step.all.p99 > MARK_MS) break;
    goal = Math.round((goal * plan.growth) / 10) * 10;
  }
  await tell('goHome');
  await sleep(2_000);
  const shares = await measureShares(system, tell, acts, Boolean(quick));
  // at the end: after a collection the server is slower until its young generation has grown again
  const before = await measureMemoryMb(app);
  await tell('watch', { people: plan.sockets });
  await sleep(2_000);
  const socketMb = ((await measureMemoryMb(app)) - before) / plan.sockets;
  await tell('leave', { people: plan.sockets });
  const isBackend = (title) => /postgres: .*127\.0\.0\.1/.test(title);
  return {
    machine: await machine(client),
    acts,
    steps,
    idle,
    shares,
    socketMb,
    connectionMb: privateMbOfChildren(postmaster, isBackend),
    storage: await measureStorage(client),
  };
}
