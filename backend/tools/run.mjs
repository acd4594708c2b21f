// Tries other vendors' tools on the built app (`npm run test:tools`, a step of `npm run test:full`): checkers must report nothing,
// generated code must compile in strict mode, and each tool runs the scenario of clients/scenario.ts. They are installed into a
// temporary folder, because they are not part of the app, and learn the API from the running server only.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProgram } from '../bench/processes.mjs';
import { buildStale, root } from '../scripts/build.mjs';
import { endWithNpm } from '../scripts/endWithNpm.mjs';
import { requireNode } from '../scripts/nodeVersion.mjs';

const INSTALL_MS = 300_000;
const STEP_MS = 120_000;
const CLIENTS = ['openapiFetch', 'orval', 'heyApi', 'codegen', 'tada', 'graphcache', 'relay'];

requireNode();
endWithNpm();
if (!(await buildStale())) process.exit(1);
const folder = mkdtempSync(path.join(tmpdir(), 'cairn-tools-'));
const data = mkdtempSync(path.join(tmpdir(), 'cairn-tools-data-'));
let server;

/** Runs a program in the folder. @returns whether it succeeded; prints its output if it failed */
function run(name, command, args, timeout = STEP_MS) {
  const since = performance.now();
  const env = { ...process.env, SERVER: server?.url, DO_NOT_TRACK: '1', REDOCLY_TELEMETRY: 'off' };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env, timeout, encoding: 'utf8' });
  const seconds = `${((performance.now() - since) / 1000).toFixed(1)} s`;
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${seconds})`);
  if (status !== 0) console.error(`${stdout}\n${stderr}`.trim());
  return status === 0;
}
const node = (name, script, ...args) => run(name, process.execPath, [path.join('node_modules', script), ...args]);

function install() {
  const { npm_execpath: npm } = process.env;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  return run('install', npm ? process.execPath : 'npm', [...(npm ? [npm] : []), ...args], INSTALL_MS);
}

/** The two descriptions, from the server. */
async function describe() {
  const document = await (await fetch(`${server.url}/api/openapi.json`)).text();
  writeFileSync(path.join(folder, 'openapi.json'), document);
  const { buildClientSchema, getIntrospectionQuery, printSchema } = await import('graphql');
  const answer = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: getIntrospectionQuery({ specifiedByUrl: true }) }),
  });
  const introspection = await answer.json();
  writeFileSync(path.join(folder, 'introspection.json'), JSON.stringify(introspection));
  writeFileSync(path.join(folder, 'schema.graphql'), printSchema(buildClientSchema(introspection.data)));
}

/**
 * The steps, in an order in which later ones can use the results of earlier ones. All are tried, so that one run
 * reports all failures.
 */
const steps = () => [
  node(
    'Redocly, recommended-strict',
    '@redocly/cli/bin/cli.js',
    'lint',
    'openapi.json',
    '--extends=recommended-strict',
  ),
  node('Spectral', '@stoplight/spectral-cli/dist/index.js', 'lint', 'openapi.json', '--fail-severity=hint'),
  node('openapi-typescript', 'openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'gen/openapi.ts'),
  node('orval: fetch and zod', 'orval/dist/bin/orval.js', '--config', './orval.config.cjs'),
  node('hey-api', '@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'gen/hey'),
  node("codegen's client preset", '@graphql-codegen/cli/esm/bin.js', '--config', 'codegen.cjs'),
  node('gql.tada', 'gql.tada/bin/cli.js', 'generate-output'),
  node('relay-compiler', 'relay-compiler/cli.js', 'relay.config.json'),
  node('all of it in strict TypeScript', 'typescript/bin/tsc', '-p', '.'),
  ...CLIENTS.map((name) => {
    const file = path.join('gen', 'clients', `${name}.mjs`);
    const options = ['--bundle', '--platform=node', '--format=esm', '--log-level=warning', `--outfile=${file}`];
    return (
      // the executable of esbuild is not a JavaScript file
      run(`${name}: bundled`, path.join('node_modules', '.bin', 'esbuild'), [`clients/${name}.ts`, ...options]) &&
      run(`${name}: the scenario`, process.execPath, [file])
    );
  }),
  run("the Postman collection by Postman's runner: the scenario", process.execPath, ['clients/postman.mjs']),
];

let ok = false;
try {
  cpSync(import.meta.dirname, folder, { recursive: true });
  if (install()) {
    server = await startProgram(path.join(root, 'dist/backend/src/main.js'), {
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: data,
      LOG_LEVEL: 'info',
    });
    await describe();
    ok = steps().every(Boolean);
  } else console.error('The tools could not be installed: this needs a network.');
} finally {
  await server?.stop();
  for (const used of [folder, data]) rmSync(used, { recursive: true, force: true });
}
process.exit(ok ? 0 : 1);
