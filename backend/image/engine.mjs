import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { root } from '../scripts/build.mjs';

const STEP_MS = 600_000;
/** A build downloads and compiles everything; on a busy machine that takes longer than any other step. */
const BUILD_MS = 1_800_000;
const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** Ways to run containers on a machine, tried in this order. */
const WAYS = [
  { name: 'as podman is set up', lines: '' },
  {
    name: 'by runc, with limits of its own',
    lines: '[engine]\nruntime = "runc"\n[containers]\ndefault_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]\n',
  },
];

/** podman with a store in a temporary folder, separate from the machine's. */
export class Engine {
  #folder;
  #env;

  /** Returns a message if a program is missing or the user is not root; otherwise undefined. */
  static missing({ ownBase }) {
    const programs = ['podman', ...(ownBase ? ['mmdebstrap'] : [])].filter((program) => !has(program));
    if (programs.length > 0)
      return `test:image needs ${programs.join(' and ')} (Debian: apt-get install ${programs.join(' ')}).`;
    if (process.getuid?.() !== 0) return 'test:image has to be run as root.';
    return undefined;
  }

  has(program) {
    return has(program);
  }

  constructor(folder) {
    this.#folder = folder;
    mkdirSync(path.join(folder, 'store'), { recursive: true });
    const storage = path.join(folder, 'storage.conf');
    const [store, runroot] = [path.join(folder, 'store'), path.join(folder, 'run')];
    writeFileSync(storage, `[storage]\ndriver = "overlay"\ngraphroot = "${store}"\nrunroot = "${runroot}"\n`);
    this.#env = { ...process.env, CONTAINERS_STORAGE_CONF: storage };
    this.#choose(WAYS[0]);
  }

  #choose(way) {
    const file = path.join(this.#folder, 'containers.conf');
    writeFileSync(file, way.lines);
    this.#env.CONTAINERS_CONF = file;
  }

  describe() {
    return `${this.podman('--version').trim()}, its store in ${this.#folder}`;
  }

  asCommand() {
    return `CONTAINERS_STORAGE_CONF=${this.#env.CONTAINERS_STORAGE_CONF} CONTAINERS_CONF=${this.#env.CONTAINERS_CONF} podman`;
  }

  /** Runs a program with this engine's settings. @returns its output; throws with its output on failure */
  run(program, args, { input, env, timeout = STEP_MS, cwd = root } = {}) {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      cwd,
      env: { ...this.#env, ...env },
      input,
      timeout,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    if (error?.code === 'ETIMEDOUT')
      throw new Error(`${program} ${args[0]} did not end within ${timeout / 60_000} minutes`, { cause: error });
    if (error) throw error;
    if (status !== 0)
      throw new Error(`${program} ${args[0]} ended with ${status}: ${`${stdout}\n${stderr}`.trim().slice(-2_000)}`);
    return stdout;
  }

  podman(...args) {
    return this.run('podman', args);
  }

  /** Returns the end of a container's log. */
  logs(name) {
    const { stdout, stderr } = spawnSync('podman', ['logs', '--tail', '5', name], { env: this.#env, encoding: 'utf8' });
    return `${name}: ${stdout}${stderr}`;
  }

  /** Finds a way to run containers here. @returns its name */
  findWay(image) {
    const failures = has('runc') ? [] : ['runc, the second way, is not installed (Debian: apt-get install runc)'];
    for (const way of WAYS) {
      this.#choose(way);
      try {
        this.podman('run', '--rm', image, '/bin/true');
        return way.name;
      } catch (error) {
        failures.push(`${way.name}: ${error.message}`);
      }
    }
    throw new Error(`no container runs here:\n${failures.join('\n')}`);
  }

  /**
   * Builds the Dockerfile as `docker build` does. npm inside uses this machine's npm settings and cache; neither becomes part
   * of the image.
   */
  build({ base, runtime, tag }) {
    const settings = path.join(this.#folder, 'npmrc');
    const own = path.join(homedir(), '.npmrc');
    const certificates = spawnSync('npm', ['config', 'get', 'cafile'], { encoding: 'utf8' }).stdout.trim();
    const isSet = certificates !== '' && certificates !== 'null' && existsSync(certificates);
    writeFileSync(
      settings,
      (existsSync(own) ? readFileSync(own, 'utf8') : '') + (isSet ? '\ncafile=/etc/npm-certificates.crt\n' : ''),
      { mode: 0o600 },
    );
    const cache = path.join(homedir(), '.npm');
    mkdirSync(cache, { recursive: true });
    const volumes = [
      `${settings}:/root/.npmrc:ro`,
      `${cache}:/root/.npm`,
      ...(isSet ? [`${certificates}:/etc/npm-certificates.crt:ro`] : []),
    ];
    // the OCI format has no HEALTHCHECK
    const options = ['--format=docker', '--network=host', `--build-arg=BASE=${base}`, `--build-arg=RUNTIME=${runtime}`];
    const args = ['build', ...options, `--tag=${tag}`, ...volumes.map((volume) => `--volume=${volume}`), '.'];
    this.run('podman', args, { timeout: BUILD_MS });
  }

  /** Builds an image of Debian packages; apt inside uses this machine's apt settings. */
  buildOfPackages(context, tag) {
    const lines = spawnSync('apt-config', ['dump'], { encoding: 'utf8' }).stdout.split('\n');
    const settings = path.join(this.#folder, 'apt.conf');
    const isWanted = (line) => /^Acquire::(https?|Check|Retries)/.test(line);
    writeFileSync(settings, `${lines.filter(isWanted).join('\n')}\n`, { mode: 0o600 });
    this.podman(
      'build',
      '--network=host',
      `--volume=${settings}:/etc/apt/apt.conf.d/99host:ro`,
      `--tag=${tag}`,
      context,
    );
  }

  removeAll() {
    for (const args of [
      ['rm', '--all', '--force', '--time', '0'],
      ['volume', 'prune', '--force'],
      ['system', 'reset', '--force'],
    ]) {
      try {
        this.podman(...args);
      } catch {
        // there may be nothing to remove
      }
    }
    this.#unmount();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Unmounts what a failed or interrupted step has left mounted, the newest first. */
  #unmount() {
    const paths = readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' ')[1] ?? '')
      .filter((mounted) => mounted.startsWith(`${this.#folder}/`));
    for (const mounted of paths.toReversed()) spawnSync('umount', ['--lazy', mounted]);
  }
}
