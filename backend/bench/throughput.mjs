import autocannon from 'autocannon';
import { median } from './statistics.mjs';

const CONNECTIONS = 20;
const WARM_UP_SECONDS = 3;
/** Many short rounds, so that other work on the machine affects the three alike. */
const SECONDS = 2;
const ROUNDS = 9;

const RAW = 'raw, its fields';
const RAW_ALL = 'raw, all fields';
const GRAPHQL = 'GraphQL tasks';
const REST = 'REST /api/tasks';
/** The baseline with the same fields, and the share of its rate that each interface should reach. */
const BESIDE = { [GRAPHQL]: RAW, [REST]: RAW_ALL };
const MARKS = { [GRAPHQL]: 0.65, [REST]: 0.8 };

const QUERY = `query { tasks(first: 50) { nodes {
  id projectId title description status priority dueDate tags rank version creatorId assigneeId createdAt updatedAt
  commentCount
} } }`;

/** The options of a `fetch` or a load test for a GraphQL document. */
export const graphql = (name, url, query, headers = {}) => ({
  name,
  url,
  headers: { 'content-type': 'application/json', ...headers },
  method: 'POST',
  body: JSON.stringify({ query }),
});

/** The same 50 tasks; each interface follows its baseline. */
function targets(app, baseline, token) {
  const headers = { authorization: `Bearer ${token}` };
  return [
    { name: RAW, url: `${baseline.url}/`, headers },
    graphql(GRAPHQL, `${app.url}/graphql`, QUERY, headers),
    { name: RAW_ALL, url: `${baseline.url}/all`, headers },
    { name: REST, url: `${app.url}/api/tasks?limit=50`, headers },
  ];
}

const sorted = (row) => Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));

/** Requires that all return the same tasks in the same order, with the same fields. */
async function requireSameRows(all) {
  const answers = new Map();
  for (const { name, url, ...init } of all) {
    const { data } = await (await fetch(url, init)).json();
    const rows = data.tasks?.nodes ?? data;
    if (rows.length !== 50) throw new Error(`${name} answered ${rows.length} rows`);
    answers.set(name, JSON.stringify(rows.map(sorted)));
  }
  for (const [name, beside] of Object.entries(BESIDE)) {
    if (answers.get(name) === answers.get(beside)) continue;
    const [fields, wanted] = [name, beside].map((one) => JSON.parse(answers.get(one))[0].map(([field]) => field));
    const apart = [...new Set(fields).symmetricDifference(new Set(wanted))];
    throw new Error(
      `${name} does not answer the same as ${beside}; fields of one alone: ${apart.join(', ') || 'none'}`,
    );
  }
}

async function load({ name, ...target }, duration) {
  const result = await autocannon({ ...target, connections: CONNECTIONS, duration });
  if (result.errors > 0 || result.non2xx > 0) {
    throw new Error(`${name}: ${result.errors} errors, ${result.non2xx} refusals`);
  }
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

/** Loads the targets in alternating rounds. @returns the rounds by target */
export async function takeTurns(targets) {
  for (const target of targets) await load(target, WARM_UP_SECONDS);
  const rounds = new Map(targets.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const target of targets) rounds.get(target.name).push(await load(target, SECONDS));
  }
  return rounds;
}

/** Returns the median ratio of two targets' rates, by rounds of the same turn. */
export const ratioOf = (mine, others) => median(mine.map(({ rate }, at) => rate / others[at].rate));

export const verdict = (ratio, mark) =>
  mark === undefined ? '' : `  ${ratio >= mark ? 'ok' : 'MISS'} (mark ${mark.toFixed(2)})`;

/** @returns per target the medians over its rounds, and the ratio to `raw` with the same fields */
export async function measureThroughput(app, baseline, token) {
  const all = targets(app, baseline, token);
  await requireSameRows(all);
  const rounds = await takeTurns(all);
  return all.map(({ name }) => {
    const mine = rounds.get(name);
    const of = (figure) => median(mine.map((round) => round[figure]));
    return {
      name,
      ratio: ratioOf(mine, rounds.get(BESIDE[name] ?? name)),
      rate: of('rate'),
      p50: of('p50'),
      p99: of('p99'),
    };
  });
}

export function printThroughput(results) {
  console.log('\nThroughput               requests/s  p50 ms  p99 ms  of raw');
  for (const { name, ratio, rate, p50, p99 } of results) {
    console.log(
      name.padEnd(25) +
        rate.toFixed(0).padStart(10) +
        String(p50).padStart(8) +
        String(p99).padStart(8) +
        ratio.toFixed(2).padStart(8) +
        verdict(ratio, MARKS[name]),
    );
  }
}
