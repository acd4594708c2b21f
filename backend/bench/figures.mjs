import { readFileSync } from 'node:fs';
import { ask, serve, startCluster, withClient } from './volume.mjs';
import { analytics, grouped, people } from './volumeOperations.mjs';
import { fillYear, YEAR } from './yearData.mjs';
import { median } from './statistics.mjs';

const ROUNDS = 10;
/** The database time limit of a figure that was read before. */
const MARK_MS = 150;

/** Returns how many milliseconds the database has worked for other connections; Linux only. */
async function worked(client) {
  const { rows } = await client.query(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  const times = rows.map(({ pid }) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6);
  return times.reduce((sum, time) => sum + time, 0);
}

const operations = (other) => [
  ['a year, all people', analytics(365)],
  ['a year, of oneself', analytics(365, ', assigneeId: "me"')],
  ['a year, one other person', analytics(365, `, assigneeId: "${other}"`)],
  ['a year, unassigned', analytics(365, ', assigneeId: "none"')],
  ['a month, all people', analytics(30)],
  ['people', people],
  ['groups by status', grouped('STATUS', '', 'statuses: [TODO]')],
  ['groups by person', grouped('ASSIGNEE', '', 'assigneeIds: ["none"]')],
  ['groups by day', grouped('DUE', 'statuses: [TODO, IN_PROGRESS, IN_REVIEW]', ', dues: [OVERDUE]')],
];

/**
 * The database time of figures over time and groups, for a team's 100,000 tasks with four log lines each: with an empty cache,
 * with a full one, and after a write.
 */
export async function measureFigures(bench) {
  const database = await startCluster(bench, 'year');
  const url = database('year');
  const mine = await withClient(url, async (client) => {
    const found = await fillYear(client);
    await client.query('vacuum analyze');
    const { rows } = await client.query(`select
      (select id from account where username = 'team5') as other, (select count(*)::int from change) as lines,
      (select id from project limit 1) as project`);
    return { ...found, ...rows[0] };
  });
  const server = await serve(bench, url);
  const token = tokenOf(mine, bench.secret);
  return withClient(url, async (client) => {
    const cost = async (...queries) => {
      const before = await worked(client);
      const began = performance.now();
      await Promise.all(queries.map((query) => ask(server, token, query)));
      const time = performance.now() - began;
      return { database: (await worked(client)) - before, time };
    };
    await cost('{ me { id } }');
    const results = [];
    for (const [name, query] of operations(mine.other)) {
      const first = await cost(query);
      const later = [];
      for (let round = 0; round < ROUNDS; round += 1) later.push(await cost(query));
      const typical = (of) => median(later.map((one) => one[of]));
      results.push({ name, first, later: { database: typical('database'), time: typical('time') } });
    }
    await ask(
      server,
      token,
      `mutation { createTask(input: { projectId: "${mine.project}", title: "One more", priority: LOW }) { revision } }`,
    );
    const written = await cost(analytics(365));
    results.push({ name: 'a year, after a write', first: written, later: written });
    const five = operations(mine.other).slice(0, 5);
    const together = await cost(...five.map(([, query]) => query));
    results.push({ name: 'five people at once', first: together, later: together });
    return { lines: mine.lines, results };
  });
}

export function printFigures({ lines, results }) {
  console.log(
    `\nFigures (${YEAR.tasks} tasks, ${lines} lines)   first: database  answered   later: database  answered`,
  );
  for (const { name, first, later } of results) {
    const verdict = later.database <= MARK_MS ? 'ok' : 'MISS';
    console.log(
      name.padEnd(33) +
        [first.database, first.time, later.database, later.time]
          .map((ms) => `${ms.toFixed(0)} ms`.padStart(14))
          .join('') +
        `  ${verdict} (mark ${MARK_MS} ms)`,
    );
  }
}
