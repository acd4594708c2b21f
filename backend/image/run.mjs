// Builds the image and checks its promises (`npm run test:image`, some minutes, not part of `npm test`): size, an unprivileged
// user, a read-only file system except /data, health, stop, and data that survives a restart; then docker-compose.yml with
// podman-compose, and its profile `scale`.
//
//   npm run test:image                     on a base built from Debian's packages and this Node.js, without a registry of
//                                          images (but with npm's, for the dependencies)
//   BASE=docker.io/library/node:24-slim RUNTIME=docker.io/library/debian:bookworm-slim npm run test:image     on these images
//   npm run test:image -- --keep           keeps containers and images, in the folder that it prints
//
// It needs root, podman, runc if podman's own runtime does not work, mmdebstrap unless BASE and RUNTIME are given, and
// podman-compose for the compose checks. Without a registry, the embedded PostgreSQL replaces PostgreSQL's image, and Debian's
// prometheus package that of Prometheus.
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { endWithNpm } from '../scripts/endWithNpm.mjs';
import { tryCompose } from './compose.mjs';
import { Engine } from './engine.mjs';
import { makeBase } from './base.mjs';
import { tryImage } from './checks.mjs';
import { tryScale } from './scale.mjs';

const { values } = parseArgs({ options: { keep: { type: 'boolean' } } });
endWithNpm();
const missing = Engine.missing({ ownBase: !(process.env.BASE && process.env.RUNTIME) });
if (missing) {
  console.error(missing);
  process.exit(1);
}
const folder = mkdtempSync(path.join(tmpdir(), 'cairn-image-'));
const engine = new Engine(folder);
let failed = 0;
/** Prints a line for each promise, and continues after a failure. */
const check = async (name, promise) => {
  const since = performance.now();
  try {
    const found = await promise();
    console.log(`✓ ${name}${found ? `: ${found}` : ''} (${((performance.now() - since) / 1_000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.error(`✗ ${name}: ${error.message}`);
  }
};

const end = () => {
  if (values.keep) return console.log(`kept: ${engine.asCommand()}`);
  try {
    return engine.removeAll();
  } catch (error) {
    return console.error(`${folder} could not be removed: ${error.message}`);
  }
};
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    end();
    process.exit(130);
  });
}
try {
  console.log(engine.describe());
  mkdirSync(path.join(folder, 'context'), { recursive: true });
  const { BASE: base, RUNTIME: runtime } = process.env;
  const images = base && runtime ? { base, runtime } : makeBase(engine, folder);
  await check('the Dockerfile builds', () => engine.build({ ...images, tag: 'localhost/cairn:latest' }));
  if (failed === 0) {
    await tryImage(engine, check);
    await tryCompose(engine, check, folder, !(base && runtime));
    await tryScale(engine, check, folder, !(base && runtime));
  }
} catch (error) {
  failed += 1;
  console.error(`✗ ${error.message}`);
} finally {
  end();
}
process.exit(failed === 0 ? 0 : 1);
