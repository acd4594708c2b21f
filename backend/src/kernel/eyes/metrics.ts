import type { Pool } from 'pg';

/**
 * In seconds. 0.3 is the mark that `docs/scaling.md` and the alert rules speak of, 10 is what every request is answered
 * within.
 */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 0.5, 1, 2.5, 5, 10];

/** What a number is measured of, each of a bounded set: series are kept for ever. */
type Labels = Record<string, string>;

/** One value of a gauge that is read when somebody looks. */
export type Reading = [labels: Labels, value: number];

/**
 * What one process counts of itself for Prometheus, in a registry of its own. Made only where somebody may ask
 * (`METRICS_PORT`); the library is loaded with it. No label carries what people typed, nor who they are.
 */
export async function createMetrics(role: string, version: string) {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  /** A gauge that is read off what there is when somebody looks. */
  const watch = (name: string, help: string, labelNames: string[], read: () => readonly Reading[]): void => {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const [labels, value] of read()) this.set(labels, value);
      },
    });
  };

  const pools = new Map<string, Pool>();
  const ofPools = (read: (pool: Pool) => readonly Reading[]) => (): Reading[] =>
    [...pools].flatMap(([name, pool]) =>
      read(pool).map(([labels, value]): Reading => [{ pool: name, ...labels }, value]),
    );
  watch(
    'cairn_pool_connections',
    'Connections to the database, by what they are at',
    ['pool', 'state'],
    ofPools(({ totalCount, idleCount }) => [
      [{ state: 'used' }, totalCount - idleCount],
      [{ state: 'idle' }, idleCount],
    ]),
  );
  watch(
    'cairn_pool_waiting',
    'Who waits for a connection while all are taken',
    ['pool'],
    ofPools(({ waitingCount }) => [[{}, waitingCount]]),
  );
  watch(
    'cairn_pool_max',
    'Connections that a pool may have',
    ['pool'],
    ofPools(({ options }) => [[{}, options.max ?? 0]]),
  );

  const lines = new Map<string, () => number>();
  watch('cairn_waiting', 'Who waits in a line now', ['line'], () =>
    [...lines].map(([line, count]): Reading => [{ line }, count()]),
  );

  new Gauge({ name: 'cairn_info', help: 'What runs here', labelNames: ['role', 'version'], registers }).set(
    { role, version },
    1,
  );

  const mails = new Counter({
    name: 'cairn_mails_total',
    help: 'Mails: handed over, to be tried again, given up',
    labelNames: ['outcome'],
    registers,
  });
  // a series that begins at its first failure shows no increase
  for (const outcome of ['sent', 'retried', 'failed']) mails.inc({ outcome }, 0);

  return {
    registry,
    watch,
    watchPool: (name: string, pool: Pool): void => void pools.set(name, pool),
    /** A line in which something waits for its turn: how long is told in `waits`. */
    watchLine: (line: string, count: () => number): void => void lines.set(line, count),
    requests: new Counter({
      name: 'cairn_requests_total',
      help: 'Requests answered, by what was asked and what became of it',
      labelNames: ['interface', 'operation', 'outcome'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'cairn_request_seconds',
      help: 'From a request to the end of its answer',
      labelNames: ['interface', 'operation'],
      buckets: SECONDS,
      registers,
    }),
    underWay: new Gauge({ name: 'cairn_requests_under_way', help: 'Requests not answered yet', registers }),
    waits: new Histogram({
      name: 'cairn_wait_seconds',
      help: 'How long those waited who had to, by what for',
      labelNames: ['line'],
      buckets: SECONDS,
      registers,
    }),
    limitsMet: new Counter({
      name: 'cairn_limits_met_total',
      help: 'Refusals by a limit, by which',
      labelNames: ['limit'],
      registers,
    }),
    mails,
    jobs: new Counter({
      name: 'cairn_jobs_total',
      help: 'Jobs that this process was at, by what became of them',
      labelNames: ['task', 'outcome'],
      registers,
    }),
    revisions: new Counter({
      name: 'cairn_revisions_total',
      help: 'Revisions that commands of this process have given to projects',
      registers,
    }),
    delivery: new Histogram({
      name: 'cairn_hub_delivery_seconds',
      help: 'From a command to the sockets of this process, by the clocks of both',
      buckets: SECONDS,
      registers,
    }),
    sockets: new Gauge({ name: 'cairn_sockets', help: 'Sockets that are open', registers }),
    socketsClosed: new Counter({
      name: 'cairn_sockets_closed_total',
      help: 'Sockets that were closed, by the code of the close',
      labelNames: ['code'],
      registers,
    }),
    subscriptions: new Gauge({
      name: 'cairn_subscriptions',
      help: 'Subscriptions on open sockets',
      labelNames: ['operation'],
      registers,
    }),
  };
}

export type Metrics = Awaited<ReturnType<typeof createMetrics>>;
