import { execFile, type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../src/platform/database/embedded/postmaster.js';

const run = promisify(execFile);
const BINARY = '/usr/sbin/pgbouncer';
const root = process.getuid?.() === 0;

/** Debian's PgBouncer, installed where that is possible. */
export async function hasPooler(): Promise<boolean> {
  if (existsSync(BINARY)) return true;
  if (!root || !existsSync('/usr/bin/apt-get')) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = () => run('apt-get', ['install', '-y', '--no-install-recommends', 'pgbouncer'], { env });
  await install()
    .catch(async () => {
      await run('apt-get', ['update'], { env });
      return install();
    })
    .catch(() => undefined);
  return existsSync(BINARY);
}

/** A PgBouncer in session mode before a database, with the settings it comes with. */
export class Pooler {
  readonly url: string;
  readonly #folder: string;
  readonly #port: number;
  #process: ChildProcess;
  #said = '';

  private constructor(url: string, folder: string) {
    this.url = url;
    this.#port = Number(new URL(url).port);
    this.#folder = folder;
    this.#process = this.#spawn();
  }

  #spawn(): ChildProcess {
    // it refuses to run as root
    const child = spawn(BINARY, [...(root ? ['-u', 'nobody'] : []), path.join(this.#folder, 'pgbouncer.ini')]);
    child.stderr.on('data', (chunk) => (this.#said += chunk));
    return child;
  }

  static async start(databaseUrl: string): Promise<Pooler> {
    const target = new URL(databaseUrl);
    const port = await freePort();
    const folder = mkdtempSync(path.join(tmpdir(), 'cairn-pooler-'));
    const ini = [
      '[databases]',
      `* = host=${target.hostname} port=${target.port} user=${target.username} password=${decodeURIComponent(target.password)}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = session',
      'default_pool_size = 40',
      // else it goes on refusing for 15 s after the database is back
      'server_login_retry = 1',
    ];
    if (root) await run('chmod', ['755', folder]);
    writeFileSync(path.join(folder, 'pgbouncer.ini'), `${ini.join('\n')}\n`, { mode: 0o644 });
    const pooler = new Pooler(Object.assign(new URL(target), { port: String(port) }).href, folder);
    await pooler.#ready();
    return pooler;
  }

  async #ready(): Promise<void> {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const socket = connect(this.#port, '127.0.0.1');
      const open = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      socket.destroy();
      if (open) return;
      await sleep(50);
    }
    throw new Error(`PgBouncer does not start: ${this.#said}`);
  }

  /** Cuts all connections at once, and is there again. */
  async restart(): Promise<void> {
    await this.#kill();
    this.#process = this.#spawn();
    await this.#ready();
  }

  async #kill(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    await this.#kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
