import autocannon from 'autocannon';

const CONNECTIONS = 20;
const WARM_UP_SECONDS = 2;
const SECONDS = 5;
const ROUNDS = 3;

const QUERY = `query { tasks(first: 50) { nodes {
  id title status priority dueDate tags rank version createdAt updatedAt projectId creatorId assigneeId
} } }`;

/** The same 50 tasks, asked for in three ways. */
function targets(app, baseline, token) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return [
    { name: 'raw', url: `${baseline.url}/`, headers },
    {
      name: 'GraphQL tasks',
      url: `${app.url}/graphql`,
      headers,
      method: 'POST',
      body: JSON.stringify({ query: QUERY }),
    },
    { name: 'REST /api/tasks', url: `${app.url}/api/tasks?limit=50`, headers },
  ];
}

/** Refuses to compare what is not the same: all three must answer the same tasks in the same order. */
async function requireSameRows(all) {
  const lists = [];
  for (const { name, url, ...init } of all) {
    const { data } = await (await fetch(url, init)).json();
    const rows = data.tasks?.nodes ?? data;
    lists.push(rows.map(({ id, title, updatedAt }) => [id, title, updatedAt]));
    if (rows.length !== 50) throw new Error(`${name} answered ${rows.length} rows`);
  }
  if (new Set(lists.map((list) => JSON.stringify(list))).size !== 1)
    throw new Error('the three do not answer the same');
}

async function load({ name, ...target }, duration) {
  const result = await autocannon({ ...target, connections: CONNECTIONS, duration });
  if (result.errors > 0 || result.non2xx > 0) {
    throw new Error(`${name}: ${result.errors} errors, ${result.non2xx} refusals`);
  }
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

/**
 * Requests a second of each target, in rounds that take turns, so that a slow moment of the machine meets all of them.
 * @returns for each target the medians over its rounds
 */
export async function measureThroughput(app, baseline, token) {
  const all = targets(app, baseline, token);
  await requireSameRows(all);
  for (const target of all) await load(target, WARM_UP_SECONDS);
  const rounds = new Map(all.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const target of all) rounds.get(target.name).push(await load(target, SECONDS));
  }
  return all.map(({ name }) => {
    const of = (figure) => median(rounds.get(name).map((round) => round[figure]));
    return { name, rate: of('rate'), p50: of('p50'), p99: of('p99') };
  });
}
