import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { signalAll } from '../faults/app.js';
import { familyOf, freePorts, Part, until } from './parts.js';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const DEPLOY = path.join(ROOT, 'deploy');
/** What is tried: the tree as it is. */
const BUILD = path.join(ROOT, 'dist');
const SECRET = 'a secret for tests that is long enough';
const PASSWORD = 'clusterpassword';
/** Where Debian keeps the programs of the server. */
const BINARIES = '/usr/lib/postgresql/15/bin';

/** Asks one PostgreSQL, past everything in between, as the app or as its superuser, whose database is their own. */
async function ask<Row extends pg.QueryResultRow>(
  port: number,
  user: 'cairn' | 'postgres',
  text: string,
): Promise<Row[]> {
  const client = new pg.Client({ host: '127.0.0.1', port, user, password: PASSWORD, database: user });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A PostgreSQL under Patroni: together they are what dies with a machine. */
class Node {
  readonly patroni: Part;
  readonly port: number;
  readonly #data: string;
  readonly #api: string;

  constructor(name: string, folder: string, ports: { postgres: number; api: number; etcd: number }) {
    this.port = ports.postgres;
    this.#data = path.join(folder, name);
    this.#api = `http://127.0.0.1:${ports.api}`;
    this.patroni = new Part(name, {
      command: ['patroni', 'patroni.yml'],
      user: 'postgres',
      folder,
      env: {
        PATRONI_NAME: name,
        PATRONI_ETCD3_HOST: `127.0.0.1:${ports.etcd}`,
        PATRONI_RESTAPI_LISTEN: `127.0.0.1:${ports.api}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${ports.api}`,
        PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${ports.postgres}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${ports.postgres}`,
        PATRONI_POSTGRESQL_DATA_DIR: this.#data,
        PATRONI_POSTGRESQL_BIN_DIR: BINARIES,
        PATRONI_POSTGRESQL_PGPASS: `${this.#data}.pgpass`,
        PATRONI_SUPERUSER_USERNAME: 'postgres',
        PATRONI_SUPERUSER_PASSWORD: PASSWORD,
        PATRONI_REPLICATION_USERNAME: 'replicator',
        PATRONI_REPLICATION_PASSWORD: PASSWORD,
        CAIRN_PASSWORD: PASSWORD,
      },
    });
  }

  /** Does Patroni say that it is? */
  async is(role: 'primary' | 'sync'): Promise<boolean> {
    const response = await fetch(`${this.#api}/${role}`, { signal: AbortSignal.timeout(2_000) });
    return response.status === 200;
  }

  /** PostgreSQL and all that it has forked. */
  processes(): number[] {
    const pidFile = path.join(this.#data, 'postmaster.pid');
    return familyOf(Number(readFileSync(pidFile, 'utf8').split('\n')[0]));
  }

  /** Freezes the process, as if its machine stopped. Returns a function that continues it. */
  freeze(): () => void {
    const all = [...familyOf(this.patroni.pid), ...this.processes()];
    signalAll(all, 'SIGSTOP');
    return () => signalAll(all, 'SIGCONT');
  }

  /** As if the machine lost its power: everything on it ends at once. */
  async lose(): Promise<void> {
    const all = [...familyOf(this.patroni.pid), ...this.processes()];
    signalAll(all, 'SIGKILL');
    await this.patroni.stop('SIGKILL');
  }
}

/** How a build of the app runs one of its programs. */
const programOf = (module: 'main' | 'worker', build: string): [string, ...string[]] => [
  process.execPath,
  '--max-old-space-size=384',
  path.join(build, 'backend/src', `${module}.js`),
];

/** The parts in the order they are started in, and the addresses that matter. */
export class Cluster {
  /** Where people reach the app. */
  readonly url: string;
  readonly nodes: readonly [Node, Node];
  readonly apps: readonly Part[];
  readonly worker: Part;
  readonly pooler: Part;
  readonly etcd: Part;
  readonly #proxy: Part;
  /** Where HAProxy tells what it knows. */
  readonly #control: string;

  private constructor(folder: string, ports: readonly number[], smtpUrl: string) {
    const [etcd, peer, pg1, api1, pg2, api2, primary, standby, pooler, web, ...apps] = ports as [
      ...[number, number, number, number, number, number, number, number, number, number],
      ...number[],
    ];
    for (const name of ['patroni.yml', 'postgres-setup.sh', 'pgbouncer.ini', 'haproxy.cfg']) {
      copyFileSync(path.join(DEPLOY, name), path.join(folder, name));
    }
    this.url = `http://127.0.0.1:${web}`;
    const local = (port: number): string => `127.0.0.1:${port}`;
    this.etcd = new Part('etcd', {
      command: [
        'etcd',
        `--data-dir=${path.join(folder, 'etcd')}`,
        `--listen-client-urls=http://${local(etcd)}`,
        `--advertise-client-urls=http://${local(etcd)}`,
        `--listen-peer-urls=http://${local(peer)}`,
        `--initial-advertise-peer-urls=http://${local(peer)}`,
        `--initial-cluster=default=http://${local(peer)}`,
        '--log-level=warn',
      ],
      user: 'postgres',
      folder,
    });
    this.nodes = [
      new Node('postgres1', folder, { postgres: pg1, api: api1, etcd }),
      new Node('postgres2', folder, { postgres: pg2, api: api2, etcd }),
    ];
    this.#proxy = new Part('proxy', {
      command: ['haproxy', '-db', '-f', 'haproxy.cfg', '-f', 'control.cfg'],
      user: 'postgres',
      folder,
      env: {
        APP_ADDRESS: local(web),
        POSTGRES_ADDRESS: local(primary),
        STANDBY_ADDRESS: local(standby),
        ...Object.fromEntries(apps.map((port, index) => [`APP_${index + 1}`, local(port)])),
        POSTGRES_1: local(pg1),
        PATRONI_PORT_1: String(api1),
        POSTGRES_2: local(pg2),
        PATRONI_PORT_2: String(api2),
      },
    });
    const here = ['listen_addr = 127.0.0.1', `listen_port = ${pooler}`];
    const databases = ['[databases]', `cairn = host=127.0.0.1 port=${primary}`];
    writeFileSync(path.join(folder, 'here.ini'), [...here, ...databases, ''].join('\n'));
    this.#control = path.join(folder, 'proxy.sock');
    writeFileSync(path.join(folder, 'control.cfg'), `global\n  stats socket ${this.#control}\n`);
    writeFileSync(path.join(folder, 'users.txt'), `"cairn" "${PASSWORD}"\n`);
    this.pooler = new Part('pooler', { command: ['pgbouncer', 'pgbouncer.ini'], user: 'postgres', folder });
    const program = (name: string, module: 'main' | 'worker', env: Record<string, string>): Part =>
      new Part(name, {
        command: programOf(module, BUILD),
        folder,
        env: {
          NODE_ENV: 'production',
          DATABASE_URL: `postgres://cairn:${PASSWORD}@${local(pooler)}/cairn`,
          READ_DATABASE_URL: `postgres://cairn:${PASSWORD}@${local(standby)}/cairn`,
          DATA_DIR: path.join(folder, name),
          JWT_SECRET: SECRET,
          SECRET_KEY: SECRET,
          PUBLIC_URL: this.url,
          SMTP_URL: smtpUrl,
          RATE_LIMIT: 'off',
          ...env,
        },
      });
    this.apps = apps.map((port, index) =>
      program(`app${index + 1}`, 'main', {
        PORT: String(port),
        HOST: '127.0.0.1',
        TRUST_PROXY: '1',
        JOBS: 'off',
        DRAIN_SECONDS: '4',
      }),
    );
    this.worker = program('worker', 'worker', {});
  }

  /** Starts everything and waits until people are served. */
  static async start(folder: string, smtpUrl: string): Promise<Cluster> {
    const cluster = new Cluster(folder, await freePorts(13), smtpUrl);
    const { nodes } = cluster;
    cluster.etcd.start();
    nodes[0].patroni.start();
    await until('the first PostgreSQL is the primary', () => nodes[0].is('primary'));
    nodes[1].patroni.start();
    cluster.#proxy.start();
    cluster.pooler.start();
    await cluster.whole();
    await cluster.#serve();
    return cluster;
  }

  async #serve(): Promise<void> {
    for (const part of [...this.apps, this.worker]) part.start();
    for (const app of this.apps) await this.inFront(app, 'UP');
    await until('the worker is ready', () => this.worker.log.includes('the worker is ready'));
  }

  /** What each program runs from its next start on. */
  runs(part: Part, build = BUILD): void {
    part.command = programOf(part === this.worker ? 'worker' : 'main', build);
  }

  /** Starts again with an empty database, with all programs of another build. */
  async beginWith(build: string): Promise<void> {
    await Promise.all([...this.apps, this.worker].map((part) => part.stop()));
    const { port } = await this.primary();
    await ask(port, 'postgres', 'drop database cairn with (force)');
    await ask(port, 'postgres', 'create database cairn owner cairn');
    for (const part of [...this.apps, this.worker]) this.runs(part, build);
    await this.#serve();
  }

  /** The node that is the primary now. */
  async primary(): Promise<Node> {
    for (const node of this.nodes) if (await node.is('primary').catch(() => false)) return node;
    throw new Error('there is no primary');
  }

  /** The other one. */
  async standby(): Promise<Node> {
    const primary = await this.primary();
    return primary === this.nodes[0] ? this.nodes[1] : this.nodes[0];
  }

  /** Waits until there are a primary and a standby that has all that is acknowledged. */
  async whole(): Promise<number> {
    return until('the standby is synchronous', async () => (await this.standby()).is('sync'), 120_000, 300);
  }

  /** Waits until HAProxy sends people to a process of the app, or no longer. */
  async inFront(app: Part, state: 'UP' | 'DOWN'): Promise<number> {
    return until(`${app.name} is ${state}`, async () => (await this.#states()).get(app.name) === state);
  }

  /** What HAProxy thinks of each server. */
  async #states(): Promise<Map<string, string>> {
    const socket = connect(this.#control);
    socket.end('show stat\n');
    const rows = (await text(socket)).split('\n').map((line) => line.split(','));
    const [names = []] = rows;
    return new Map(rows.map((row) => [row[1] ?? '', row[names.indexOf('status')] ?? '']));
  }

  /** Asks the primary itself, past everything in between. */
  async query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    return ask<Row>((await this.primary()).port, 'cairn', text);
  }

  /** Waits until people's reads come from the standby: nothing else looks for tasks there. */
  async readFromStandby(): Promise<number> {
    const looks = async (): Promise<number> => {
      const text = "select seq_scan + idx_scan as looks from pg_stat_user_tables where relname = 'task'";
      const [found] = await ask<{ looks: string }>((await this.standby()).port, 'cairn', text);
      return Number(found?.looks ?? 0);
    };
    let last = Infinity;
    const isReadMore = async (): Promise<boolean> => {
      const before = last;
      last = await looks();
      return last > before;
    };
    return until('the standby is read from', isReadMore, 60_000, 500);
  }

  /** Ends everything, in order. */
  async stop(): Promise<void> {
    // a frozen one hears nothing
    for (const app of [...this.apps, this.worker]) app.signal('SIGCONT');
    await Promise.all([...this.apps, this.worker].map((part) => part.stop()));
    await Promise.all([this.pooler.stop(), this.#proxy.stop()]);
    await Promise.all(this.nodes.map(({ patroni }) => patroni.stop()));
    await this.etcd.stop();
  }
}
