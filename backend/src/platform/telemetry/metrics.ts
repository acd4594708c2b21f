import type { Pool } from 'pg';

/** Seconds. docs/scaling.md and the alert rules use 0.3; every request ends within 10. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 0.5, 1, 2.5, 5, 10];

/** Label values come from bounded sets, because series are kept forever. */
type Labels = Record<string, string>;

/** One value of a gauge that is read on scrape. */
export type Reading = [labels: Labels, value: number];

/**
 * Creates this process's Prometheus metrics, in a separate registry. Only called if `METRICS_PORT` is set; that also loads
 * the library. No label contains what people typed or who they are.
 */
export async function createMetrics(role: string, version: string) {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  /** Adds a gauge that is read on scrape. */
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
  const readPools = (read: (pool: Pool) => readonly Reading[]) => (): Reading[] =>
    [...pools].flatMap(([name, pool]) =>
      read(pool).map(([labels, value]): Reading => [{ pool: name, ...labels }, value]),
    );
  watch(
    'cairn_pool_connections',
    'Connections to the database by state',
    ['pool', 'state'],
    readPools(({ totalCount, idleCount }) => [
      [{ state: 'used' }, totalCount - idleCount],
      [{ state: 'idle' }, idleCount],
    ]),
  );
  watch(
    'cairn_pool_waiting',
    'Requests that wait for a connection',
    ['pool'],
    readPools(({ waitingCount }) => [[{}, waitingCount]]),
  );
  watch(
    'cairn_pool_max',
    'The maximum size of a pool',
    ['pool'],
    readPools(({ options }) => [[{}, options.max ?? 0]]),
  );

  const lines = new Map<string, () => number>();
  watch('cairn_waiting', 'Entries that wait in a queue', ['line'], () =>
    [...lines].map(([line, count]): Reading => [{ line }, count()]),
  );

  new Gauge({
    name: 'cairn_info',
    help: 'The role and version of this process',
    labelNames: ['role', 'version'],
    registers,
  }).set({ role, version }, 1);

  const lostEvents = new Counter({
    name: 'cairn_security_events_lost_total',
    help: 'Security events that were not stored',
    registers,
  });

  const mails = new Counter({
    name: 'cairn_mails_total',
    help: 'Mails by outcome: sent, retried, failed',
    labelNames: ['outcome'],
    registers,
  });
  // start at 0: a series that begins at its first failure shows no increase
  for (const outcome of ['sent', 'retried', 'failed']) mails.inc({ outcome }, 0);

  const webhookMessages = new Counter({
    name: 'cairn_webhook_messages_total',
    help: 'Attempts to send a message of a webhook: delivered, failed',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['delivered', 'failed']) webhookMessages.inc({ outcome }, 0);

  return {
    lostEvents,
    registry,
    watch,
    watchPool: (name: string, pool: Pool): void => void pools.set(name, pool),
    /** Adds a queue's length; its waits are observed in `waits`. */
    watchLine: (line: string, count: () => number): void => void lines.set(line, count),
    requests: new Counter({
      name: 'cairn_requests_total',
      help: 'Requests by interface, operation and outcome',
      labelNames: ['interface', 'operation', 'outcome'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'cairn_request_seconds',
      help: 'Time from a request to the end of its response',
      labelNames: ['interface', 'operation'],
      buckets: SECONDS,
      registers,
    }),
    underWay: new Gauge({ name: 'cairn_requests_under_way', help: 'Requests in progress', registers }),
    waits: new Histogram({
      name: 'cairn_wait_seconds',
      help: 'Time spent waiting in a queue',
      labelNames: ['line'],
      buckets: SECONDS,
      registers,
    }),
    limitsMet: new Counter({
      name: 'cairn_limits_met_total',
      help: 'Requests refused by a limit',
      labelNames: ['limit'],
      registers,
    }),
    mails,
    webhookMessages,
    jobs: new Counter({
      name: 'cairn_jobs_total',
      help: 'Jobs run by this process, by outcome',
      labelNames: ['task', 'outcome'],
      registers,
    }),
    revisions: new Counter({
      name: 'cairn_revisions_total',
      help: 'Project revisions written by this process',
      registers,
    }),
    delivery: new Histogram({
      name: 'cairn_hub_delivery_seconds',
      help: 'Time from a command to the sockets of this process, by the clocks of both processes',
      buckets: SECONDS,
      registers,
    }),
    backupFailing: new Gauge({
      name: 'cairn_backup_failing',
      help: '1 after a scheduled backup failed, until one succeeds',
      registers,
    }),
    sockets: new Gauge({ name: 'cairn_sockets', help: 'Open sockets', registers }),
    socketsClosed: new Counter({
      name: 'cairn_sockets_closed_total',
      help: 'Closed sockets by close code',
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
