// The cost of telemetry: the same app on the same database without it (twice), with /metrics scraped at the usual rate, and with
// every request traced in addition. They take turns; the CPU time per request is read from /proc (Linux only).
// With --picture the dashboard of a short run is drawn into docs/pictures instead.
import { createServer } from 'node:http';
import autocannon from 'autocannon';
import { freePort } from '../scripts/freePort.mjs';
import { startProgram } from './processes.mjs';
import { median } from './statistics.mjs';
import { graphql } from './throughput.mjs';
import { threadMs } from './processTimes.mjs';

const REQUESTS = 400;
const WARM_UP = 4;
const ROUNDS = 12;
const SERIES = 4;
const OFF = 'no telemetry';
/** Prometheus's default interval. */
const ASK_MS = 15_000;
const MARK = 0.02;
const QUERY = 'query Tasks { tasks(first: 50) { nodes { id title status priority dueDate rank version createdAt } } }';

/** A collector that accepts everything. */
async function startSink() {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.end('{}'));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

/** The variants. The first appears twice: their difference is the noise of the machine. */
const kinds = (ports, sink) => [
  { name: OFF, env: {} },
  { name: 'no telemetry, again', env: {} },
  { name: '/metrics', env: { METRICS_PORT: String(ports[0]) } },
  {
    name: '/metrics and traces',
    env: { METRICS_PORT: String(ports[1]), OTEL_EXPORTER_OTLP_ENDPOINT: sink.url },
  },
];

/** Starts new processes in rounds of rotating order, because the JIT's results vary. */
async function series(main, env, token, sink) {
  const ports = [await freePort(), await freePort()];
  const apps = [];
  for (const kind of kinds(ports, sink)) {
    apps.push({ name: kind.name, rounds: [], app: await startProgram(main, { ...env, ...kind.env }) });
  }
  const looking = setInterval(() => {
    for (const port of ports) {
      fetch(`http://127.0.0.1:${port}/metrics`).then(
        (answer) => answer.text(),
        () => undefined,
      );
    }
  }, ASK_MS);
  const ask = async ({ app }) => {
    const target = graphql('Tasks', `${app.url}/graphql`, QUERY, { authorization: `Bearer ${token}` });
    const before = threadMs(app.pid);
    const { errors, non2xx } = await autocannon({ ...target, amount: REQUESTS, connections: 8 });
    if (errors + non2xx > 0) throw new Error(`${errors} errors, ${non2xx} refusals`);
    return (threadMs(app.pid) - before) / REQUESTS;
  };
  try {
    for (let i = 0; i < WARM_UP; i += 1) for (const one of apps) await ask(one);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let at = 0; at < apps.length; at += 1) {
        const one = apps[(at + round) % apps.length];
        one.rounds.push(await ask(one));
      }
    }
  } finally {
    clearInterval(looking);
    for (const { app } of apps) await app.stop();
  }
  const lowerQuartile = (values) => values.toSorted((a, b) => a - b)[values.length >> 2];
  return new Map(apps.map(({ name, rounds }) => [name, lowerQuartile(rounds)]));
}

/** @returns CPU milliseconds per request of each variant, and its share above no telemetry */
export async function measureTelemetry(main, env, token) {
  const sink = await startSink();
  const all = [];
  try {
    for (let i = 0; i < SERIES; i += 1) all.push(await series(main, env, token, sink));
  } finally {
    sink.stop();
  }
  return [...all[0].keys()].map((name) => ({
    name,
    ms: median(all.map((one) => one.get(name))),
    above: median(all.map((one) => one.get(name) / one.get(OFF))) - 1,
  }));
}

export function printTelemetry(results) {
  console.log('\nTelemetry                 ms a request   above');
  for (const { name, ms, above } of results) {
    const verdict = name === '/metrics' ? `  ${above <= MARK ? 'ok' : 'MISS'} (mark ${100 * MARK}%)` : '';
    console.log(name.padEnd(25) + ms.toFixed(3).padStart(13) + `${(100 * above).toFixed(1)}%`.padStart(8) + verdict);
  }
}
