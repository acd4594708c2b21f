import { setTimeout as sleep } from 'node:timers/promises';

const SIZE_MB = 400;
const READY_MS = 90_000;
/** The stop time that the Dockerfile promises. */
const STOP_MS = 10_000;
const IMAGE = 'localhost/cairn:latest';
const NAME = 'cairn-try';
export const ACCOUNT = {
  firstName: 'Mara',
  lastName: 'Okafor',
  username: 'mara',
  email: 'mara@tern.example',
  password: 'Granite7stones',
};
/** Like docker-compose.yml, but stricter: the whole file system is read-only, without a writable /tmp. */
const STRICT = ['--read-only', '--read-only-tmpfs=false', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];

export function require(condition, words) {
  if (!condition) throw new Error(words);
}

/** Waits until the app is ready. */
export async function ready(url) {
  const end = Date.now() + READY_MS;
  for (;;) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    if (answer?.ok) return;
    require(Date.now() < end, `not ready after ${READY_MS / 1_000} s`);
    await sleep(250);
  }
}

/** Calls REST; returns status and body. */
export async function call(url, method, at, body, token) {
  const answer = await fetch(`${url}/api${at}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

/** Registers a person, creates a project, and checks the pages. */
export async function useApp(url) {
  const { status, body } = await call(url, 'POST', '/auth/register', ACCOUNT);
  require(status === 201, `the registration answered ${status}: ${JSON.stringify(body)}`);
  const made = await call(url, 'POST', '/projects', { name: 'Lamp' }, body.data.tokens.accessToken);
  require(made.status === 201, `the project answered ${made.status}`);
  const { status: docs } = await fetch(`${url}/api/docs/swagger-ui-bundle.js`);
  const page = await (await fetch(`${url}/board`)).text();
  const guide = await fetch(`${url}/api/docs/programs.md`);
  require(docs === 200 && guide.ok && page.includes('<div id="root">'), 'pages are missing');
}

/** Checks that the data of `useApp` is still there. */
export async function findAgain(url) {
  const { email, password } = ACCOUNT;
  const { body } = await call(url, 'POST', '/auth/login', { email, password });
  const found = await call(url, 'GET', '/projects', undefined, body.data.tokens.accessToken);
  require(found.body.data?.[0]?.name === 'Lamp', `after the restart there is ${JSON.stringify(found.body)}`);
}

/** Checks the image's promises. */
export async function tryImage(engine, check) {
  const inside = (...command) => engine.podman('exec', NAME, ...command).trim();
  const start = () =>
    engine.podman(
      'run',
      '--detach',
      '--name',
      NAME,
      ...STRICT,
      '--publish',
      '127.0.0.1::4000',
      '--volume',
      'cairn:/data',
      IMAGE,
    );
  const urlOf = () => `http://${engine.podman('port', NAME, '4000').trim()}`;

  await check(`it has less than ${SIZE_MB} MB`, () => {
    const size = Number(engine.podman('image', 'inspect', '--format', '{{.Size}}', IMAGE)) / 1e6;
    require(size < SIZE_MB, `${size.toFixed(0)} MB`);
    return `${size.toFixed(0)} MB`;
  });
  await check('it starts on a read-only file system, without any capability', async () => {
    start();
    await ready(urlOf());
    await useApp(urlOf());
  });
  await check('it runs as an unprivileged user', () => {
    const [uid, status] = [inside('id', '-u'), inside('cat', '/proc/1/status')];
    require(uid !== '0' && /^CapEff:\s+0+$/m.test(status), `uid ${uid}`);
    return `uid ${uid}, no capabilities`;
  });
  await check('it can write to /data and nowhere else', () => {
    inside('touch', '/data/try');
    for (const place of ['/app', '/tmp', '/var']) {
      const wrote = inside('sh', '-c', `touch ${place}/try 2>/dev/null && echo yes || echo no`);
      require(wrote === 'no', `it wrote to ${place}`);
    }
  });
  await check('npm is the only build tool in it', () => {
    require(inside('npm', '--version') !== '', 'there is no npm, which an upgrade asks for the former PostgreSQL');
    const left = inside(
      'sh',
      '-c',
      'ls -d node_modules/typescript node_modules/vite node_modules/node-linux-* /root/.npmrc backend 2>/dev/null || true',
    );
    require(left === '', left);
  });
  await check('its health check passes', () => void engine.podman('healthcheck', 'run', NAME));
  const stop = async () => {
    const since = Date.now();
    engine.podman('stop', '--time', '30', NAME);
    const took = Date.now() - since;
    const code = engine.podman('inspect', '--format', '{{.State.ExitCode}}', NAME).trim();
    require(code === '0' && took < STOP_MS, `exit code ${code} after ${took} ms`);
    return `exit code 0 after ${took} ms`;
  };
  await check('SIGTERM ends it within 10 s with exit code 0', stop);
  await check('data survives a restart', async () => {
    engine.podman('rm', NAME);
    start();
    await ready(urlOf());
    await findAgain(urlOf());
  });
  await check('the backup command of docs/operating.md works in it', () => {
    inside('node', 'dist/backend/src/cli/backup.js', '/data/monday.zip');
    return inside('sh', '-c', 'stat -c "%s bytes, mode %a" /data/monday.zip');
  });
  await check('its health check fails when the database is stopped', async () => {
    inside(
      'sh',
      '-c',
      'for each in /proc/[0-9]*; do grep -q "^Name:.postgres" $each/status && kill -STOP ${each#/proc/}; done; true',
    );
    let failed = false;
    try {
      engine.podman('healthcheck', 'run', NAME);
    } catch {
      failed = true;
    }
    inside(
      'sh',
      '-c',
      'for each in /proc/[0-9]*; do grep -q "^Name:.postgres" $each/status && kill -CONT ${each#/proc/}; done; true',
    );
    require(failed, 'it passes');
  });
  await check('SIGTERM ends it once more', stop);
  engine.podman('rm', '--force', NAME);
}
