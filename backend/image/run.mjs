// Builds the image and holds it to what it promises (`npm run test:image`, some minutes, not a part of `npm test`): its size,
// that it runs as nobody in particular on a file system it cannot write but for /data, health, stop, and that nothing is
// lost by a stop; then docker-compose.yml by podman-compose, and its profile `scale`.
//
//   npm run test:image                     over a base made of Debian's packages and of this very Node.js, so that no
//                                          registry of images need be reached (but npm's is, for the dependencies)
//   BASE=docker.io/library/node:24-slim RUNTIME=docker.io/library/debian:bookworm-slim npm run test:image     over those
//   npm run test:image -- --keep           leaves containers and images, below the folder that it names
//
// It needs root, podman, runc where podman's own runtime does not run, and mmdebstrap unless BASE and RUNTIME are given; for
// compose podman-compose. Without a registry the
// embedded PostgreSQL stands in for the image of PostgreSQL, and Debian's prometheus for that of Prometheus.
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
/** One line for each promise; what breaks it is shown, and the others are tried all the same. */
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
