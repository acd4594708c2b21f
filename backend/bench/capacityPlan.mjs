/** Assumptions about people, as in docs/scaling.md. Everything else is measured. */
const ASSUMED = {
  /** The share of all accounts that is active at the busiest moment. */
  atWork: 0.1,
  /** The share with an open app, and so with a socket. */
  open: 0.3,
  /** The most a core is used, so that a busy second does not delay the next. */
  used: 0.6,
  /** Active minutes per working day, and working days per year. */
  minutes: 30,
  days: 220,
  /** New tasks per person and working day. The numbers of moves and comments are measured. */
  tasks: 2,
  /** Log lines per new task, including later changes. */
  linesOfTask: 3,
  /** Notifications per write, and the share of a year that notifications and idempotency keys are kept. */
  notifications: 180 / 365,
  keys: 30 / 365,
};
const SIZES = [1_000, 100_000, 10_000_000];
/** Cores of a primary. */
const PRIMARIES = [16, 32, 64];

/** The most connections of a process: docs/operating.md, "Limits". */
const CONNECTIONS = 18;

/** Returns the bytes that a year adds per person. */
function storageOfPerson({ moves, comments, bytes }) {
  const minutes = ASSUMED.minutes * ASSUMED.days;
  const tasks = ASSUMED.tasks * ASSUMED.days;
  const [moved, said] = [moves * minutes, comments * minutes];
  const writes = tasks + moved + said;
  return (
    tasks * bytes.task +
    said * bytes.comment +
    (moved + said + tasks * ASSUMED.linesOfTask) * bytes.change +
    writes * (ASSUMED.notifications * bytes.notification + ASSUMED.keys * bytes.idempotency)
  );
}

/** Returns what this many accounts need, from the figures of one active person. */
function workOut(people, { one, bytes }) {
  const atWork = people * ASSUMED.atWork;
  const serverCores = (atWork * one.server) / ASSUMED.used;
  const databaseCores = (atWork * one.database) / ASSUMED.used;
  const processes = Math.max(1, Math.ceil(serverCores));
  return {
    people,
    'at work at the busiest moment': atWork,
    sockets: people * ASSUMED.open,
    'requests a second': (atWork * one.requests) / 60,
    'writes a second': (atWork * (one.moves + one.comments)) / 60,
    'cores for the server': serverCores,
    'processes of one core': processes,
    'connections to the database': processes * CONNECTIONS,
    'memory of these connections, GB': (processes * CONNECTIONS * one.connectionMb) / 1_000,
    'cores for the database': databaseCores,
    'statements a second': (atWork * one.statements) / 60,
    'write-ahead log, MB a second': (atWork * one.wal) / 60 / 1e6,
    'memory of the sockets, GB': (people * ASSUMED.open * one.socketKb) / 1e6,
    'sent by sockets, Mbit a second': (atWork * one.socketBytes * 8) / 60 / 1e6,
    'storage a year, GB': (people * storageOfPerson({ ...one, bytes })) / 1e9,
  };
}

/** Returns what a primary with so many cores carries, and what it needs beside it. */
function workOutPrimary(cores, { one }) {
  const atWork = (cores * ASSUMED.used) / one.database;
  const processes = Math.ceil((atWork * one.server) / ASSUMED.used);
  return {
    'cores of the primary': cores,
    'people at work': atWork,
    accounts: atWork / ASSUMED.atWork,
    'at work, if it runs the app too': (cores * ASSUMED.used) / (one.database + one.server),
    'processes of one core beside it': processes,
    'connections to the database': processes * CONNECTIONS,
    'statements a second': (atWork * one.statements) / 60,
    'writes a second': (atWork * (one.moves + one.comments)) / 60,
    'write-ahead log, MB a second': (atWork * one.wal) / 60 / 1e6,
  };
}

const figure = (value) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US'));

export function printPlan(measured) {
  const { atWork, open, used, minutes, days, tasks } = ASSUMED;
  console.log(
    `worked out: ${atWork * 100} % at work at once, ${open * 100} % have it open, cores ${used * 100} % used, ` +
      `${minutes} minutes of work and ${tasks} new tasks a person on ${days} days`,
  );
  printColumns(SIZES.map((people) => workOut(people, measured)));
  console.log('what one primary carries');
  printColumns(PRIMARIES.map((cores) => workOutPrimary(cores, measured)));
}

function printColumns(columns) {
  for (const name of Object.keys(columns[0])) {
    console.log(`  ${name.padEnd(34)}${columns.map((column) => figure(column[name]).padStart(14)).join('')}`);
  }
}
