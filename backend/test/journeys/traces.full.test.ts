import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { jobTasks } from '../../src/jobs.js';
import { tracing } from '../../src/platform/telemetry/tracing.js';
import { startWorker } from '../../src/platform/jobs/worker.js';
import { built, buildServer, run } from '../support/builtProgram.js';
import { Client, newPerson, newProject } from '../support/client.js';
import { freshDatabase, startServer } from '../support/harness.js';

/** A span as OTLP writes it in JSON. */
interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}

/** A test collector for OTLP over HTTP. */
let collector: Server;
let endpoint: string;
let spans: SentSpan[] = [];
let services: string[] = [];
beforeAll(async () => {
  collector = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(Buffer.concat(parts).toString());
      for (const { resource, scopeSpans } of resourceSpans) {
        const name = resource.attributes.find(({ key }: { key: string }) => key === 'service.name');
        services.push(name?.value.stringValue);
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
afterAll(() => void collector.close());
afterEach(() => {
  vi.unstubAllEnvs();
  spans = [];
  services = [];
});

const newTraceparent = () => {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-00` };
};

/** As the operator sets them: the packages read them by themselves, we what decides whether to load these. */
function setTelemetry(settings: Record<string, string> = {}): Record<string, string> {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: 'tern', ...settings };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  return env;
}

const valueOf = (span: SentSpan, key: string) =>
  span.attributes.find((attribute) => attribute.key === key)?.value.stringValue;

describe('with the variables of OpenTelemetry', () => {
  it('a trace leads from the request of a browser to the statement, and on to the job that the write caused', async () => {
    const lines: string[] = [];
    const to = new Writable({
      write: (line, _encoding, done) => {
        lines.push(String(line));
        done();
      },
    });
    const env = setTelemetry();
    const log = pino({ level: 'info', mixin: () => tracing()?.ids() ?? {} }, to);
    const server = await startServer({ env, log });
    const mara = await newPerson(server);
    const { client, email } = mara;
    const project = await newProject(mara, { name: 'Heron' });
    const [write, mail] = [newTraceparent(), newTraceparent()];
    const made = await client.graphql(
      'mutation CreateTask($input: CreateTaskInput!) { createTask(input: $input) { task { id } } }',
      { input: { title: "Kingfisher's nest", projectId: project.id, priority: 'LOW' } },
      { traceparent: write.traceparent },
    );
    expect(made.errors).toBeUndefined();
    await new Client(server).rest('post', '/auth/forgot-password', { email }, { traceparent: mail.traceparent });
    const { databaseUrl, resources } = server;
    const worker = await startWorker({ databaseUrl, log, tasks: jobTasks(resources), crontab: '' });
    // a line of the log says where it belongs
    const told = () => lines.find((line) => line.includes('mail written') && line.includes(mail.traceId));
    await expect.poll(told).toBeDefined();
    await worker.close();
    await server.close();

    // at a stop they are sent within a second, or a little later
    const sent = (id: string, name: string) => spans.find((span) => span.traceId === id && span.name === name);
    await expect.poll(() => sent(write.traceId, 'POST graphql CreateTask')).toBeDefined();
    await expect.poll(() => sent(mail.traceId, 'job mailPasswordReset')).toBeDefined();
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    /** The names from a span up to the first of its trace. */
    const way = (span: SentSpan | undefined): string[] =>
      span ? [span.name, ...way(byId.get(span.parentSpanId ?? ''))] : [];
    const ofWrite = spans.filter(({ traceId }) => traceId === write.traceId);
    const insert = ofWrite.find(({ name }) => name === 'insert task');
    expect(way(insert)).toEqual(['insert task', 'command createTask', 'POST graphql CreateTask']);
    const first = sent(write.traceId, 'POST graphql CreateTask');
    expect(first?.parentSpanId).toBe(write.spanId);
    expect(ofWrite.map(({ name }) => name)).toEqual(expect.arrayContaining(['begin', 'commit']));
    const job = sent(mail.traceId, 'job mailPasswordReset');
    expect(way(job)).toEqual(['job mailPasswordReset', 'POST /api/auth/forgot-password']);
    expect(spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId).map(({ name }) => name)).toContainEqual(
      expect.stringMatching(/^(?:select|insert|update) /),
    );
    expect(services).toContain('tern');
    // statements appear without user content
    const text = JSON.stringify(spans);
    for (const secret of ['Kingfisher', 'Heron', email, 'Okafor']) expect(text).not.toContain(secret);
    expect(insert && valueOf(insert, 'db.query.text')).toMatch(/^insert into "task"/);
    expect(JSON.parse(told() ?? '{}').trace_id).toBe(mail.traceId);
  });

  it('an unavailable collector delays neither requests nor a stop', async () => {
    const server = await startServer({ env: setTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }) });
    expect((await new Client(server).rest('get', '/auth/me')).status).toBe(401);
    const since = performance.now();
    await server.close();
    expect(performance.now() - since).toBeLessThan(8_000);
  });

  it('a share of traces is kept whatever callers say, and none where it is 0 or off', async () => {
    const env = setTelemetry({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.5' });
    const server = await startServer({ env });
    const ask = ({ traceparent }: { traceparent: string }) =>
      new Client(server).rest('get', '/auth/me', undefined, { traceparent: traceparent.replace(/00$/, '01') });
    const all = Array.from({ length: 60 }, newTraceparent);
    const asked = new Set(all.map(({ traceId }) => traceId));
    await Promise.all(all.map(ask));
    await server.close();
    const kept = () => new Set(spans.map(({ traceId }) => traceId).filter((id) => asked.has(id)));
    await expect.poll(() => kept().size).toBeGreaterThan(5);
    expect(kept().size).toBeLessThan(55);
    for (const [name, value] of [
      ['OTEL_SDK_DISABLED', 'true'],
      ['OTEL_TRACES_EXPORTER', 'none'],
    ] as const) {
      const silent = await startServer({ env: { ...env, [name]: value } });
      expect(tracing()).toBeUndefined();
      await silent.close();
    }
  });
});

/** Reports on stderr each loaded telemetry module. */
const WATCH = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) {
  if (/opentelemetry|prom-client/.test(url)) process.stderr.write('LOADED ' + url + '\\n');
  return next(url, context);
} });
await import(process.argv[2]);`;

describe('a process', () => {
  let folder: string;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  beforeAll(async () => {
    await buildServer();
    folder = await mkdtemp(path.join(tmpdir(), 'cairn-traces-'));
    await writeFile(path.join(folder, 'watch.mjs'), WATCH);
    database = await freshDatabase();
  }, 120_000);
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const start = (name: string, env: Record<string, string> = {}) =>
    run(path.join(folder, 'watch.mjs'), { PORT: '0', DATA_DIR: folder, DATABASE_URL: database.url, ...env }, [
      pathToFileURL(built(name)).href,
    ]);

  it('loads no telemetry packages unless they are configured', async () => {
    const program = start('main');
    await program.line((line) => line.includes('is ready at'));
    program.child.kill();
    await program.ended;
    expect(program.stderr()).not.toContain('LOADED');
  });

  it('serves its metrics on METRICS_PORT, also a worker, on localhost by default', async () => {
    for (const [name, role] of [
      ['main', 'app'],
      ['worker', 'worker'],
    ] as const) {
      const program = start(name, { METRICS_PORT: '0' });
      const { metricsPort: port, host } = JSON.parse(await program.line((line) => line.includes('metrics are served')));
      expect(host).toBe('127.0.0.1');
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      expect(text).toContain(`cairn_info{role="${role}"`);
      expect(text).toMatch(/^cairn_database_up 1$/m);
      program.child.kill();
      expect(await program.ended).toBe(0);
      expect(program.stderr()).toContain('prom-client');
      expect(program.stderr()).not.toMatch(/opentelemetry\/(?:sdk|exporter)/);
    }
  });

  it('logs one line when that port is taken', async () => {
    const port = (collector.address() as AddressInfo).port;
    const program = start('worker', { METRICS_PORT: String(port) });
    expect(await program.ended).toBe(1);
    expect(
      program
        .stderr()
        .split('\n')
        .filter((line) => !line.startsWith('LOADED')),
    ).toEqual(['Cairn cannot start: METRICS_PORT or METRICS_HOST cannot be listened on: EADDRINUSE', '']);
  });
});
