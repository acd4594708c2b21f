import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { fillMine, fillOthers, tokenOf, withoutIndexes } from './volumeData.mjs';
import { volumeOperations } from './volumeOperations.mjs';

/** The sizes of the two databases; one person sees the same 2,000 tasks in both. */
const SIZES = { small: 10_000, large: 1_000_000 };
const WARM_UP = 5;
const ROUNDS = 40;
/** The most an operation can take in the large database relative to the small one. */
const MARK = 1.3;

/** The lower quartile: the time without disturbances. */
const typical = (values) => values.toSorted((a, b) => a - b)[values.length >> 2];

export async function withClient(connectionString, use) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Creates a cluster, and a database with the app's tables. @returns a function from a database name to its URL */
export async function startCluster({ load, dataDir, log, closers }, name) {
  const [{ startEmbedded }, { createOrm }, { migrate }, { entities }] = await Promise.all(
    ['platform/database/embedded/startEmbedded', 'platform/database/orm', 'platform/process/migrate', 'modules'].map(
      (file) => load(file),
    ),
  );
  const settings = { autovacuum: 'off', maintenance_work_mem: '512MB', max_wal_size: '4GB' };
  const cluster = await startEmbedded({ dataDir: path.join(dataDir, name), log, settings, durable: false });
  closers.unshift(() => cluster.stop());
  const database = (of) => Object.assign(new URL(cluster.url), { pathname: `/${of}` }).href;
  await withClient(cluster.url, (client) => client.query(`create database ${name}`));
  const orm = await createOrm({ url: database(name), entities });
  await migrate(orm, database(name));
  await orm.close(true);
  return database;
}

/** Creates two databases in a new cluster: the large one begins as a copy of the small one. */
async function fill(bench) {
  const database = await startCluster(bench, 'small');
  const urls = { small: database('small'), large: database('large') };
  const mine = await withClient(urls.small, async (client) => {
    const found = await fillMine(client);
    await fillOthers(client, SIZES.small - found.tasks);
    return found;
  });
  await withClient(database('postgres'), (client) => client.query('create database large template small'));
  await withClient(urls.large, (client) =>
    withoutIndexes(client, ['task', 'change', 'comment'], () => fillOthers(client, SIZES.large - SIZES.small)),
  );
  for (const url of Object.values(urls)) await withClient(url, (client) => client.query('vacuum analyze'));
  return { urls, mine };
}

/** Runs the app on one of the databases, in this process and without jobs, which would disturb the measurement. */
export async function serve({ load, secret, closers }, databaseUrl) {
  const [{ createResources }, { createApp }, { readEnv }, { createLogger }, { requestScope }] = await Promise.all(
    ['resources', 'app', 'env', 'platform/telemetry/logger', 'platform/database/requestScope'].map((name) =>
      load(name),
    ),
  );
  const sent = [];
  const record = (client) => {
    const query = client.query.bind(client);
    client.query = (...args) => {
      if (requestScope.getStore()) sent.push({ text: args[0].text ?? args[0], values: args[0].values ?? args[1] });
      return query(...args);
    };
  };
  const resources = await createResources({
    env: readEnv({ JWT_SECRET: secret, SECRET_KEY: secret, LOG_LEVEL: 'silent', RATE_LIMIT: 'off' }),
    log: createLogger('silent'),
    databaseUrl,
    onPool: (pool) => pool.on('connect', record),
  });
  const app = await createApp(resources);
  app.server.listen(0, '127.0.0.1');
  await once(app.server, 'listening');
  closers.unshift(async () => {
    await app.close();
    app.server.closeAllConnections();
    await resources.close();
  });
  return { url: `http://127.0.0.1:${app.server.address().port}/graphql`, databaseUrl, sent };
}

/** Measures one request; returns its time and response. */
export async function ask({ url, sent }, token, query) {
  sent.length = 0;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const began = performance.now();
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query }) });
  const text = await response.text();
  const time = performance.now() - began;
  const { data, errors } = JSON.parse(text);
  if (errors) throw new Error(`${query}\n${JSON.stringify(errors)}`);
  return { time, data, text };
}

/** Returns a cursor a thousand tasks down the list, and the task there. */
async function goDown(server, token) {
  let after = null;
  let task;
  for (let page = 0; page < 10; page += 1) {
    const list = `{ tasks(first: 100, after: ${JSON.stringify(after)}) { pageInfo { endCursor } nodes { id title } } }`;
    const { tasks } = (await ask(server, token, list)).data;
    after = tasks.pageInfo.endCursor;
    [task] = tasks.nodes;
  }
  return { afterMany: after, task };
}

/** Explains each statement of a request. */
async function plansOf({ databaseUrl, sent }) {
  const statements = sent.filter(({ text }) => /^\s*(select|with)/.test(text));
  const options = '-c max_parallel_workers_per_gather=0';
  const client = new pg.Client({ connectionString: databaseUrl, options });
  await client.connect();
  const plans = [];
  for (const { text, values } of statements) {
    const { rows } = await client.query({ text: `explain (analyze, buffers) ${text}`, values });
    plans.push(`${text.trim()}\n\n${rows.map((row) => `  ${row['QUERY PLAN']}`).join('\n')}`);
  }
  await client.end();
  return plans.join('\n\n');
}

/**
 * Measures each operation of the screens for a person who sees the same 2,000 tasks, among 10,000 and among a million. The two
 * databases take turns, so that noise affects both.
 * @returns per operation its times, and on demand the plans of the large one
 */
export async function measureVolume(bench, { plans: withPlans }) {
  const began = performance.now();
  const { urls, mine } = await fill(bench);
  const filledIn = (performance.now() - began) / 1_000;
  const [small, large] = [await serve(bench, urls.small), await serve(bench, urls.large)];
  const token = tokenOf(mine, bench.secret);
  const results = [];
  for (const [name, query] of volumeOperations({ ...mine, ...(await goDown(small, token)) })) {
    const times = { small: [], large: [] };
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const [one, two] = [await ask(small, token, query), await ask(large, token, query)];
      if (one.text !== two.text) throw new Error(`${name}: the two databases do not answer the same`);
      if (round < 0) continue;
      times.small.push(one.time);
      times.large.push(two.time);
    }
    const plans = withPlans ? await plansOf(large) : undefined;
    results.push({ name, small: typical(times.small), large: typical(times.large), plans });
  }
  return { filledIn, results };
}

export function printVolume({ filledIn, results }) {
  console.log(`\nVolume                              10,000   1,000,000   ratio`);
  for (const { name, small, large } of results) {
    const ratio = large / small;
    console.log(
      name.padEnd(33) +
        `${small.toFixed(1)} ms`.padStart(9) +
        `${large.toFixed(1)} ms`.padStart(12) +
        ratio.toFixed(2).padStart(8) +
        `  ${ratio <= MARK ? 'ok' : 'above'} (mark ${MARK})`,
    );
  }
  console.log(`(filled in ${filledIn.toFixed(0)} s)`);
  for (const { name, plans } of results) if (plans) console.log(`\n## ${name}\n\n${plans}`);
}
