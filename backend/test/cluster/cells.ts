import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { signalAll } from '../faults/app.js';
import { built } from '../support/builtProgram.js';
import './cellNames.mjs';
import { familyOf, freePorts, Part, until } from './parts.js';

const DEPLOY = path.resolve(import.meta.dirname, '../../../deploy/cells');
const SECRET = 'a secret for tests that is long enough';
const NAMES = path.join(import.meta.dirname, 'cellNames.mjs');
/** For Node.js programs that know the addresses of cells. */
export const NODE_OPTIONS = `--import ${NAMES}`;

/** A whole installation: a process of the app with its own database. */
export class Cell {
  readonly app: Part;
  /** Where HAProxy reaches it. */
  readonly server: string;
  readonly host: string;
  /** Where people reach it. */
  readonly url: string;
  readonly #data: string;

  constructor(
    readonly name: string,
    folder: string,
    ports: { app: number; web: number },
  ) {
    this.server = `127.0.0.1:${ports.app}`;
    this.host = `${name}.cells.test`;
    this.url = `http://${this.host}:${ports.web}`;
    this.#data = path.join(folder, name);
    this.app = new Part(name, {
      command: [process.execPath, '--max-old-space-size=384', built('main')],
      folder,
      env: {
        NODE_ENV: 'production',
        DATA_DIR: this.#data,
        JWT_SECRET: SECRET,
        SECRET_KEY: SECRET,
        HOST: '127.0.0.1',
        PORT: String(ports.app),
        PUBLIC_URL: this.url,
        TRUST_PROXY: '1',
        RATE_LIMIT: 'off',
      },
    });
  }

  async start(): Promise<void> {
    this.app.start();
    const isReady = async (): Promise<boolean> => (await fetch(`http://${this.server}/readyz`)).ok;
    await until(`${this.name} is ready`, isReady);
  }

  /** As if its machine lost its power: the app and its database end at once. */
  async lose(): Promise<void> {
    const [pid] = readFileSync(path.join(this.#data, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    signalAll([...familyOf(this.app.pid), ...familyOf(Number(pid))], 'SIGKILL');
    await this.app.stop('SIGKILL');
  }
}

/** HAProxy with the files of deploy/cells, and what is behind it. */
export class Cells {
  readonly #folder: string;
  readonly #env: Record<string, string>;
  readonly #web: number;
  readonly #proxy: Part;
  readonly #ports: number[];
  readonly #cells: Cell[] = [];

  private constructor(folder: string, [web, metrics, ...ports]: [number, number, ...number[]]) {
    this.#folder = path.join(folder, 'proxy');
    cpSync(DEPLOY, this.#folder, { recursive: true });
    mkdirSync(path.join(this.#folder, 'backends'));
    this.#web = web;
    this.#ports = ports;
    const files = '-f haproxy.cfg -f backends';
    this.#env = {
      CELLS_SOCKET: path.join(this.#folder, 'cells.sock'),
      CELLS_HTTP: `127.0.0.1:${web}`,
      CELLS_METRICS: `127.0.0.1:${metrics}`,
      CELLS_FOLDER: this.#folder,
    };
    // as Debian's service reloads it
    this.#env['CELLS_RELOAD'] = `cd ${this.#folder} && haproxy -c -q ${files} && kill -USR2 $(cat pid)`;
    this.#proxy = new Part('proxy', {
      command: ['haproxy', '-W', '-db', '-p', 'pid', ...files.split(' ')],
      folder: this.#folder,
      env: this.#env,
    });
  }

  /** Starts HAProxy. There are no cells yet. */
  static async start(folder: string): Promise<Cells> {
    const cells = new Cells(folder, (await freePorts(6)) as [number, number, ...number[]]);
    await cells.#startProxy();
    return cells;
  }

  async #startProxy(): Promise<void> {
    this.#proxy.start();
    await until('HAProxy answers', async () => (await this.run('list')) !== undefined);
  }

  /** Stops HAProxy and starts it again: it knows only its files. */
  async restartProxy(): Promise<void> {
    await this.#proxy.stop();
    await this.#startProxy();
  }

  /** Runs deploy/cells/cell.sh and returns what it prints. */
  async run(...args: string[]): Promise<string> {
    const env = { PATH: `${process.env['PATH']}:/usr/sbin`, ...this.#env };
    const { stdout } = await promisify(execFile)('sh', [path.join(this.#folder, 'cell.sh'), ...args], { env });
    return stdout;
  }

  /** Starts an installation. HAProxy does not know it yet. */
  async newCell(name: string, folder: string): Promise<Cell> {
    const cell = new Cell(name, folder, { app: this.#ports[this.#cells.length] ?? 0, web: this.#web });
    this.#cells.push(cell);
    await cell.start();
    return cell;
  }

  add({ name, host, server }: Cell): Promise<string> {
    return this.run('add', name, host, server);
  }

  /** The number of servers of a cell that answer, as the monitoring sees it. */
  async activeServers({ name }: Cell): Promise<number> {
    const answer = await fetch(`http://${this.#env['CELLS_METRICS']}/metrics`);
    const found = new RegExp(`^haproxy_backend_active_servers\\{proxy="${name}"\\} (\\d+)`, 'm').exec(
      await answer.text(),
    );
    return Number(found?.[1]);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#cells.map(({ app }) => app.stop()));
    await this.#proxy.stop();
  }
}
