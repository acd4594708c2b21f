import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../scripts/build.mjs';
import { freePort } from '../scripts/freePort.mjs';
import { ACCOUNT, call, findAgain, ready, require, useApp } from './checks.mjs';
import { composeWith } from './compose.mjs';

const APPS = ['app1', 'app2', 'app3'];
const PARTS = ['etcd', 'postgres1', 'postgres2', 'pooler', 'proxy', 'worker', ...APPS];
const WAIT_MS = 120_000;
const PROMETHEUS = 'docker.io/prom/prometheus:v3.5.0';

/** Builds a substitute for the Prometheus image from Debian's package. */
function buildSubstitute(engine, folder) {
  const context = path.join(folder, 'prometheus');
  mkdirSync(context);
  cpSync('/usr/bin/prometheus', path.join(context, 'prometheus'));
  writeFileSync(
    path.join(context, 'Dockerfile'),
    `FROM localhost/debian:bookworm-slim
COPY prometheus /bin/prometheus
RUN install -d -o nobody /prometheus
USER nobody
CMD ["prometheus", "--config.file=/etc/prometheus/prometheus.yml", "--storage.tsdb.path=/prometheus"]
`,
  );
  engine.podman('build', '--tag', PROMETHEUS, context);
}

/** Waits for a condition. */
async function until(what, condition) {
  const end = Date.now() + WAIT_MS;
  while (!(await condition().catch(() => false))) {
    require(Date.now() < end, `not within ${WAIT_MS / 1_000} s: ${what}`);
    await sleep(500);
  }
}

/** Reads like a client that sends back the position of each response. */
async function readWithPosition(url) {
  const { body } = await call(url, 'POST', '/auth/login', ACCOUNT);
  let position = {};
  for (let n = 0; n < 10; n += 1) {
    const headers = { authorization: `Bearer ${body.data.tokens.accessToken}`, ...position };
    const { headers: received } = await fetch(`${url}/api/projects`, { headers });
    position = { position: received.get('position') };
  }
}

/** Sends requests without a pause while work runs. @returns their number, and all unexpected responses */
async function requestDuring(url, work) {
  const failures = [];
  let asked = 0;
  const over = new AbortController();
  const asking = (async () => {
    while (!over.signal.aborted) {
      asked += 1;
      const { status, body } = await call(url, 'GET', '/projects').catch(({ message }) => ({ status: message }));
      // without a token, the app itself answers 401
      if (status !== 401) failures.push(`${status}: ${JSON.stringify(body)}`);
    }
  })();
  await work().finally(() => over.abort());
  await asking;
  return { asked, failures };
}

/** Starts the profile `scale` of docker-compose.yml, uses the app through the proxy, restarts one process, and stops everything. */
export async function tryScale(engine, check, folder, isSubstitute) {
  if (!engine.has('podman-compose')) return;
  const place = path.join(folder, 'scale');
  mkdirSync(place);
  const hasPrometheus = !isSubstitute || engine.has('prometheus');
  if (!hasPrometheus) console.log('- prometheus was not tried: Debian’s package prometheus is missing');
  const [port, prometheusPort] = [await freePort(), await freePort()];
  const [url, prometheus] = [port, prometheusPort].map((one) => `http://127.0.0.1:${one}`);
  const compose = composeWith(engine, place, {
    PORT: String(port),
    PROMETHEUS_PORT: String(prometheusPort),
    PUBLIC_URL: url,
    JWT_SECRET: 'a'.repeat(40),
    SECRET_KEY: 'b'.repeat(40),
    POSTGRES_PASSWORD: 'lantern',
  });
  await check('deploy/Dockerfile builds', () => {
    if (isSubstitute) engine.podman('tag', 'localhost/debian:bookworm-slim', 'docker.io/library/debian:12-slim');
    engine.buildOfPackages(path.join(root, 'deploy'), 'localhost/cairn-parts:latest');
    if (isSubstitute && hasPrometheus) buildSubstitute(engine, place);
  });
  /** The services that the head of docker-compose.yml names; their dependencies start with them. */
  const wanted = ['proxy', 'worker', ...(hasPrometheus ? ['prometheus'] : [])];
  await check(
    'the profile scale starts: three apps and a worker behind a proxy, a pooler and two PostgreSQL',
    async () => {
      compose('up', '--detach', '--no-build', ...wanted);
      await ready(url);
      const running = engine.podman('ps', '--format', '{{.Names}}');
      const missing = PARTS.filter((name) => !running.includes(`cairn_${name}_1`));
      require(missing.length === 0, `not running: ${missing.join(', ')}`);
      await useApp(url);
    },
  );
  await check('its second PostgreSQL is a synchronous standby, and reads come from it', async () => {
    const patroni = async (at) =>
      engine.podman('exec', 'cairn_postgres1_1', 'patronictl', '-c', '/etc/cairn/patroni.yml', ...at);
    await until('one is a synchronous standby', async () =>
      /Sync Standby \|\s*(running|streaming)/.test(await patroni(['list'])),
    );
    await until('a process reads from it', async () => {
      await readWithPosition(url);
      return APPS.some((name) => engine.podman('logs', `cairn_${name}_1`).includes('the read replica serves'));
    });
  });
  if (hasPrometheus) {
    await check('Prometheus finds all four processes and has read the alert rules', async () => {
      const get = async (at) => (await (await fetch(`${prometheus}/api/v1/${at}`)).json()).data;
      const up = async () =>
        (await get('targets')).activeTargets.filter(({ health }) => health === 'up').length === APPS.length + 1;
      await until('four targets are up', up);
      const { groups } = await get('rules');
      return `${groups.flatMap(({ rules }) => rules).length} rules`;
    });
  }
  await check('clients of the proxy do not notice the restart of one app', async () => {
    const { asked, failures } = await requestDuring(url, async () => {
      compose('stop', '--timeout', '20', 'app2');
      compose('start', 'app2');
      await sleep(5_000);
    });
    require(failures.length === 0, `${failures.length} of ${asked} answers: ${failures[0]}`);
    const code = engine.podman('inspect', '--format', '{{.State.Running}}', 'cairn_app2_1').trim();
    require(code === 'true', 'it did not come back');
    return `${asked} requests`;
  });
  await check('data survives a restart of everything', async () => {
    compose('stop', '--timeout', '30');
    const code = engine.podman('inspect', '--format', '{{.State.ExitCode}}', 'cairn_app1_1').trim();
    require(code === '0', `an app ended with ${code}`);
    compose('down');
    compose('up', '--detach', '--no-build', ...wanted);
    await ready(url);
    await findAgain(url);
  });
  try {
    compose('down', '--volumes');
  } catch (error) {
    console.error(`the profile scale could not be taken down: ${error.message}`);
  }
}
