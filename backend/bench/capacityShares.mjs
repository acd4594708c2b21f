// Where the cost of a person at work goes: each act alone (processor, statements, rows and write-ahead log), people who only
// keep their socket open, and the statements that take most of the database's time.
import { setTimeout as sleep } from 'node:timers/promises';
import { children, threadMs } from './processTimes.mjs';

/** How often each act is performed; the first ones only warm up. */
const TIMES = { warm: 24, full: 240, quick: 60 };
/** How long people who do nothing are watched, in milliseconds. */
const IDLE_MS = 10_000;
/** How many statements are printed. */
const STATEMENTS = 30;

const READ = `select sum(calls)::float8 as statements, sum(rows)::float8 as rows, sum(wal_bytes)::float8 as wal,
  sum(total_exec_time)::float8 as execution, sum(total_plan_time)::float8 as planning from pg_stat_statements`;

/** Reads what the server, the backends and the statements have used so far. */
async function used({ app, client, databaseMs }) {
  const [counted] = (await client.query(READ)).rows;
  return { ...counted, server: threadMs(app.pid), database: databaseMs() };
}

const difference = (after, before, by) =>
  Object.fromEntries(Object.keys(after).map((name) => [name, (after[name] - before[name]) / by]));

/** Returns the processor milliseconds of the database's processes, including those that have ended meanwhile. */
const databaseClock = (postmaster) => {
  const last = new Map();
  return () => {
    for (const pid of children(postmaster)) last.set(pid, Math.max(last.get(pid) ?? 0, threadMs(pid)));
    return [...last.values()].reduce((sum, ms) => sum + ms, 0);
  };
};

/** @returns what a server uses per second without sockets, and with sockets that only listen */
export async function measureIdle({ app, client, postmaster }, tell, sockets) {
  const system = { app, client, databaseMs: databaseClock(postmaster) };
  const inASecond = async () => {
    const before = await used(system);
    await sleep(IDLE_MS);
    return difference(await used(system), before, IDLE_MS / 1_000);
  };
  const alone = await inASecond();
  await tell('watch', { people: sockets });
  await sleep(2_000);
  const withSockets = await inASecond();
  await tell('leave', { people: sockets });
  return { alone, withSockets, sockets };
}

/** @returns the cost of each act, and all statements with their planning */
export async function measureShares({ app, client, postmaster }, tell, acts, isQuick) {
  await client.query(`alter system set pg_stat_statements.track_planning = on`);
  await client.query('select pg_reload_conf()');
  await client.query('select pg_stat_statements_reset()');
  const system = { app, client, databaseMs: databaseClock(postmaster) };
  const times = isQuick ? TIMES.quick : TIMES.full;
  const costs = {};
  for (const kind of Object.keys(acts)) {
    await tell('repeat', { kind, times: TIMES.warm });
    const before = await used(system);
    const { failed, reason } = await tell('repeat', { kind, times });
    costs[kind] = difference(await used(system), before, times);
    if (failed) console.warn(`${kind}: ${failed} requests failed, the first with ${reason}`);
  }
  return { costs, statements: await readStatements(client) };
}

/** Reads the statements since the last reset: how often they ran, and how long they were planned and executed. */
export async function readStatements(client) {
  const { rows } = await client.query(
    `select queryid::text as id, calls::float8, rows::float8, wal_bytes::float8 as wal, total_exec_time as execution,
       total_plan_time as planning, regexp_replace(query, '\\s+', ' ', 'g') as query
     from pg_stat_statements where calls > 0`,
  );
  return rows;
}

const cell = (value, digits = 0, width = 9) => value.toFixed(digits).padStart(width);

/** Prints the cost of each act, and what share of a person's cost it has at these rates. */
export function printShares({ costs, statements: planned }, { alone, withSockets, sockets }, step) {
  const minutes = (step.took / 60) * step.people;
  console.log(
    '\nWhere it goes: the cost of an act, alone (ms of a core, statements, rows, kB of WAL), and what a person at work uses',
  );
  console.log(
    'act                 server database  (plan   execute) statements     rows      WAL  a minute  ms a minute   share',
  );
  const lines = Object.entries(costs).map(([kind, cost]) => {
    const rate = (step.performed[kind] ?? 0) / minutes;
    return { kind, cost, rate, ms: rate * (cost.server + cost.database) };
  });
  const idle = {
    server: (withSockets.server - alone.server) / sockets,
    database: (withSockets.database - alone.database) / sockets,
  };
  const idleMs = 60 * (idle.server + idle.database);
  const all = lines.reduce((sum, { ms }) => sum + ms, idleMs);
  for (const { kind, cost, rate, ms } of lines) {
    console.log(
      kind.padEnd(18) +
        cell(cost.server, 2, 8) +
        cell(cost.database, 2) +
        cell(cost.planning, 2, 7) +
        cell(cost.execution, 2, 11) +
        cell(cost.statements, 1, 11) +
        cell(cost.rows) +
        cell(cost.wal / 1_000, 1) +
        cell(rate, 2, 10) +
        cell(ms, 1, 13) +
        `${cell((100 * ms) / all, 0, 7)} %`,
    );
  }
  console.log(`a socket that only listens: ${idleMs.toFixed(2)} ms a minute, ${((100 * idleMs) / all).toFixed(0)} %`);
  console.log(
    `the server without anyone: ${alone.server.toFixed(1)} ms a second, the database ${alone.database.toFixed(1)}, ` +
      `${(alone.statements * 60).toFixed(0)} statements a minute`,
  );
  printStatements(step.byStatement, planned, minutes);
}

/**
 * Prints the statements of a step by their time for a person and minute. Planning is not measured during the step, because that
 * costs time itself; its average comes from the acts that were measured alone.
 */
function printStatements(statements, alone, minutes) {
  const planning = new Map(alone.map(({ id, calls, planning: ms }) => [id, ms / calls]));
  const lines = statements
    .map(({ id, calls, rows, wal, execution, query }) => {
      const plan = (planning.get(id) ?? 0) * calls;
      return { calls, rows, wal, query, plan, execution, all: plan + execution };
    })
    .sort((a, b) => b.all - a.all);
  const total = lines.reduce((sum, { all }) => sum + all, 0);
  console.log(`\nStatements: for a person and minute (${(total / minutes).toFixed(1)} ms in all)`);
  console.log('  plan ms  execute   share   calls   rows   WAL B');
  for (const { calls, rows, wal, query, plan, execution, all } of lines.slice(0, STATEMENTS)) {
    console.log(
      cell(plan / minutes, 2) +
        cell(execution / minutes, 2) +
        `${cell((100 * all) / total, 0, 6)} %` +
        cell(calls / minutes, 2, 8) +
        cell(rows / minutes, 1, 7) +
        cell(wal / minutes, 0, 8) +
        `  ${query.slice(0, 150)}`,
    );
  }
}
