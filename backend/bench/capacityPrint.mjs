import { MARK_MS } from './capacity.mjs';
import { printPlan } from './capacityPlan.mjs';
import { printShares } from './capacityShares.mjs';

const cell = (value, digits = 0, width = 9) => value.toFixed(digits).padStart(width);

/** Returns the last step within the limit, or else the first. */
const findLastWithinLimit = (steps) => steps.findLast(({ all }) => all.p99 <= MARK_MS) ?? steps[0];

export function printCapacity({ machine: where, acts, steps, idle, shares, socketMb, connectionMb, storage }) {
  console.log(`\nCapacity: ${where}`);
  console.log('what the client sends: requests of HTTP');
  for (const [name, requests] of Object.entries(acts)) {
    const names = requests.map(({ path: at, body }) =>
      body ? JSON.parse(body).operationName : at.replace(/\?.*/, ''),
    );
    console.log(`  ${name.padEnd(18)}${String(names.length).padStart(3)}  ${names.join(' ')}`);
  }
  console.log('   people requests/s   p50 ms   p99 ms  refused  server database     load   others  (cores)');
  for (const step of steps) {
    console.log(
      cell(step.people) +
        cell(step.all.requests / step.took, 0, 11) +
        cell(step.all.p50, 1) +
        cell(step.all.p99, 1) +
        cell(step.failed) +
        [step.server, step.database, step.load, step.others].map((cores) => cell(cores, 2)).join('') +
        (step.all.p99 <= MARK_MS ? '  ok' : `  above ${MARK_MS} ms`),
    );
    if (step.reason) console.log(`  (first refusal: ${step.reason})`);
  }
  const last = findLastWithinLimit(steps);
  const one = ofOnePerson(last, { socketMb, connectionMb });
  console.log(`of one person, at ${last.people} people:`);
  const each = (name, value, digits, unit = '') =>
    console.log(`  ${name.padEnd(38)}${cell(value, digits, 10)} ${unit}`);
  each('server', one.server * 1_000, 2, 'ms of a core a second');
  each('database', one.database * 1_000, 2, 'ms of a core a second');
  each('people a core, both together', 1 / (one.server + one.database), 0);
  each('people a core of the server', 1 / one.server, 0);
  each('people a core of the database', 1 / one.database, 0);
  each('requests', one.requests, 1, 'a minute');
  each('moves and comments', one.moves + one.comments, 2, 'a minute');
  each('statements', one.statements, 0, 'a minute');
  each('write-ahead log', one.wal / 1_000, 1, 'kB a minute');
  each('events by the socket', one.events, 1, 'a minute');
  each('bytes by the socket', one.socketBytes / 1_000, 1, 'kB a minute');
  each('memory of a socket', one.socketKb, 0, 'kB');
  each('memory of the server, all in all', last.memory, 0, 'MB');
  each('memory of a connection of PostgreSQL', one.connectionMb, 1, 'MB');
  each('lateness of the load, 99th percentile', last.lateMs, 1, 'ms');
  printShares(shares, idle, last);
  console.log('\nbytes a row            rows      row  indexes      all');
  for (const { table, rows, heap, indexes } of storage.tables) {
    console.log(`  ${table.padEnd(15)}${cell(rows, 0, 10)}${cell(heap)}${cell(indexes)}${cell(heap + indexes)}`);
  }
  console.log(`  (a line of the log that the app wrote in this run: ${storage.line.toFixed(0)} bytes and its indexes)`);
  printPlan({ one, bytes: bytesOfRows(storage) });
}

/** Returns one person's share: cores, and counts per minute. */
function ofOnePerson(step, { socketMb, connectionMb }) {
  const { people, took, acts } = step;
  const aMinute = (count) => (count / took / people) * 60;
  return {
    server: step.server / people,
    database: step.database / people,
    requests: aMinute(step.all.requests),
    moves: aMinute(acts.move ?? 0),
    comments: aMinute(acts.comment ?? 0),
    statements: (step.statements / people) * 60,
    wal: (step.wal / people) * 60,
    events: aMinute(step.events),
    socketBytes: aMinute(step.socketBytes),
    socketKb: socketMb * 1_000,
    connectionMb,
  };
}

/** Returns the bytes of a log row with its indexes. */
function bytesOfRows({ tables, line }) {
  const found = Object.fromEntries(tables.map(({ table, ...rest }) => [table, rest]));
  const all = (name) => (found[name] ? found[name].heap + found[name].indexes : 0);
  return {
    task: all('task'),
    comment: all('comment'),
    change: line + found.change.indexes,
    notification: all('notification'),
    idempotency: all('idempotency'),
  };
}
