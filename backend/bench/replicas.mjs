// How much load a replica takes off the primary in a mix like the app's, and what a lagging one costs: the same people use
// three processes in turns: without a replica, with one that keeps up, and with one that replays nothing.
import pg from 'pg';
import { startProgram } from './processes.mjs';
import { startReplicated } from './replicated.mjs';
import { register, restClient } from './seed.mjs';
import { volumeOperations } from './volumeOperations.mjs';
import { median, valueAt } from './statistics.mjs';

const PEOPLE = 8;
const SECONDS = 4;
const ROUNDS = 3;
/** A backend reports its statistics after ten idle seconds. */
const QUIET_MS = 10_500;
const ME = '{ me { id epoch positions { projectId revision } } }';

/** A client that sends back the position of each response, as the app does. */
function clientOf(url, token) {
  let held = '';
  return {
    forget: () => (held = ''),
    ask: async (query, variables) => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...(held && { position: held }),
        },
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = await response.json();
      if (errors) throw new Error(`${query}\n${JSON.stringify(errors)}`);
      const told = response.headers.get('position') ?? '';
      if (!told || told > held) held = told;
      return data;
    },
  };
}

/** Opens the app, sends the reads of its pages, and moves a card now and then: one write per twelve reads. */
async function visit({ ask, forget }, reads, write, times) {
  const timed = async (kind, work) => {
    const began = performance.now();
    await work();
    times[kind].push(performance.now() - began);
  };
  forget();
  await timed('reads', () => ask(ME));
  for (const [n, [, query]] of reads.entries()) {
    await timed('reads', () => ask(query));
    if (n % 12 === 5) await timed('writes', () => write(ask));
  }
}

/** Reads how much work a server has done for the database. */
async function workOf(client) {
  // only rows of our tables: each server also reads its own catalog
  const text = `select (select xact_commit::int from pg_stat_database where datname = current_database()) as statements,
    sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows from pg_stat_user_tables`;
  const { rows } = await client.query(text);
  return rows[0];
}

export async function measureReplicas(bench, built) {
  const { closers } = bench;
  const settings = { shared_buffers: '128MB' };
  const system = await startReplicated(bench, built, { name: 'replicated', settings });
  const { primary, standby, app: alone, env } = system;
  const { token, userId, projects, tasks } = system.data;
  const beside = await startProgram(built('main'), { ...env, READ_DATABASE_URL: standby.url });
  closers.unshift(beside.stop);

  const people = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, n) => {
      const person = await register(alone.url, n);
      const call = restClient(alone.url, token);
      for (const { id } of projects) await call('POST', `/projects/${id}/members`, { userId: person.userId });
      return person.token;
    }),
  );
  const { tasks: page } = await clientOf(alone.url, token).ask('{ tasks(first: 100) { pageInfo { endCursor } } }');
  const reads = volumeOperations({
    userId,
    projectIds: projects.map(({ id }) => id),
    afterMany: page.pageInfo.endCursor,
    task: tasks[0],
  });
  let turn = 0;
  const write = (ask) => {
    const { id } = tasks[(turn += 7) % tasks.length];
    const status = turn % 2 ? 'DONE' : 'IN_PROGRESS';
    return ask(
      'mutation ($input: UpdateTaskStatusInput!) { updateTaskStatus(input: $input) { task { id version } } }',
      {
        input: { id, status },
      },
    );
  };

  const admins = await Promise.all(
    [primary, standby].map(async ({ url }) => {
      const client = new pg.Client(url);
      await client.connect();
      closers.unshift(() => client.end());
      return client;
    }),
  );
  const [, onStandby] = admins;
  const replay = (how) => onStandby.query(`select pg_wal_replay_${how}()`);

  async function round({ url }) {
    const times = { reads: [], writes: [] };
    const before = await Promise.all(admins.map(workOf));
    const until = performance.now() + SECONDS * 1000;
    let visits = 0;
    await Promise.all(
      people.map(async (each) => {
        const client = clientOf(url, each);
        while (performance.now() < until) {
          await visit(client, reads, write, times);
          visits += 1;
        }
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    const after = await Promise.all(admins.map(workOf));
    const [main, other] = after.map((one, n) => ({
      statements: (one.statements - before[n].statements) / visits,
      rows: (one.rows - before[n].rows) / visits,
    }));
    const sorted = times.reads.toSorted((a, b) => a - b);
    const writes = times.writes.toSorted((a, b) => a - b);
    return {
      rate: sorted.length / SECONDS,
      p50: valueAt(sorted, 0.5),
      p99: valueAt(sorted, 0.99),
      write: valueAt(writes, 0.5),
      main,
      other,
    };
  }

  const ways = [
    { name: 'no replica', at: alone, begin: () => undefined, end: () => undefined, rounds: [] },
    { name: 'a replica', at: beside, begin: () => undefined, end: () => undefined, rounds: [] },
    { name: 'one that lags', at: beside, begin: () => replay('pause'), end: () => replay('resume'), rounds: [] },
  ];
  for (let n = -1; n < ROUNDS; n += 1) {
    for (const way of ways) {
      await way.begin();
      const measured = await round(way.at);
      await way.end();
      // the first rounds warm up
      if (n >= 0) way.rounds.push(measured);
    }
  }
  const middle = (rounds, of) => median(rounds.map(of));
  return ways.map(({ name, rounds }) => ({
    name,
    rate: middle(rounds, ({ rate }) => rate),
    p50: middle(rounds, ({ p50 }) => p50),
    p99: middle(rounds, ({ p99 }) => p99),
    write: middle(rounds, (one) => one.write),
    ofAlone: median(rounds.map(({ rate }, n) => rate / ways[0].rounds[n].rate)),
    statements: middle(rounds, ({ main }) => main.statements),
    rows: middle(rounds, ({ main }) => main.rows),
    moved: middle(rounds, ({ main, other }) => other.rows / (main.rows + other.rows)),
  }));
}

export function printReplicas(results) {
  console.log('\nReplicas            reads/s  of alone  p50 ms  p99 ms  write ms  statements  rows  of all rows');
  console.log('                                                          on the primary, a visit  moved');
  for (const { name, rate, ofAlone, p50, p99, write, statements, rows, moved } of results) {
    console.log(
      name.padEnd(18) +
        rate.toFixed(0).padStart(9) +
        ofAlone.toFixed(2).padStart(10) +
        p50.toFixed(1).padStart(8) +
        p99.toFixed(1).padStart(8) +
        write.toFixed(1).padStart(10) +
        statements.toFixed(0).padStart(12) +
        rows.toFixed(0).padStart(8) +
        `${(moved * 100).toFixed(0)}%`.padStart(7),
    );
  }
}
