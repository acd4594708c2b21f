// `npm run test:proxies`, a step of `npm run test:full`: starts deploy/Caddyfile and deploy/nginx.conf with Debian's packages and
// a self-signed certificate in front of the app, and signs in, opens a socket and uploads a picture through each. Checks
// deploy/cairn.service and the Traefik files as far as it can without their programs.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http2 from 'node:http2';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from 'graphql-ws';
import sharp from 'sharp';
import { WebSocket } from 'ws';
import { buildStale, root } from './build.mjs';
import { freePort } from './freePort.mjs';

const NAME = 'tasks.example.com';
const READY_MS = 60_000;
const deployed = (name) => readFileSync(join(root, 'deploy', name), 'utf8');

/** Replaces each of the texts, all of which must be there: a changed file must not be tried in part. */
function replaceAll(text, replacements) {
  for (const [from, to] of replacements) {
    assert.ok(text.includes(from), `deploy/ has no “${from}” any more`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** How each proxy is started: from its file in deploy/, with other ports and the certificate. */
const PROXIES = {
  nginx: {
    program: 'nginx',
    version: ['-v'],
    write(folder, { app, http, https, certificate, key }) {
      const site = replaceAll(deployed('nginx.conf'), [
        ['127.0.0.1:4000', `127.0.0.1:${app}`],
        ['/var/log/nginx/access.log', `${folder}/access.log`],
        ['listen 80;', `listen 127.0.0.1:${http};`],
        ['listen [::]:80;', ''],
        ['listen 443 ', `listen 127.0.0.1:${https} `],
        ['listen [::]:443 ssl http2;', ''],
        [`/etc/letsencrypt/live/${NAME}/fullchain.pem`, certificate],
        [`/etc/letsencrypt/live/${NAME}/privkey.pem`, key],
      ]);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `  ${name}_temp_path ${folder}/${name};`)
        .join('\n');
      const file = join(folder, 'nginx.conf');
      writeFileSync(
        file,
        `daemon off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\n  access_log off;\n${temporary}\n${site}}\n`,
      );
      return ['-c', file, '-p', folder, '-e', `${folder}/error.log`];
    },
  },
  caddy: {
    program: 'caddy',
    version: ['version'],
    write(folder, { app, http, https, certificate, key }) {
      const site = replaceAll(deployed('Caddyfile'), [
        ['127.0.0.1:4000', `127.0.0.1:${app}`],
        [`${NAME} {`, `${NAME} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`],
      ]);
      const file = join(folder, 'Caddyfile');
      const options = `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tskip_install_trust\n}\n`;
      writeFileSync(file, options + site);
      return ['run', '--config', file, '--adapter', 'caddyfile'];
    },
  },
};

/** Creates a self-signed certificate for NAME. */
function makeCertificate(folder) {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
      .concat('-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`)
      .concat('-keyout', key, '-out', certificate),
    { stdio: 'ignore' },
  );
  return { certificate, key };
}

/** Starts a program; throws with its output if it ends early. @returns how to stop it, and its output so far */
function start(program, args, env = process.env) {
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return {
    output: () => output,
    hasEnded: () => child.exitCode !== null,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function until(what, is, part) {
  const end = Date.now() + READY_MS;
  while (!(await is().catch(() => false))) {
    if (part.hasEnded() || Date.now() > end) throw new Error(`${what}:\n${part.output()}`);
    await sleep(100);
  }
}

/** Sends requests for NAME to a port of this machine. Trusts only this certificate. */
function makeClient(port, certificate) {
  const ca = readFileSync(certificate);
  const at = { host: '127.0.0.1', port, servername: NAME, ca };
  const send = (method, path, { headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const request = https.request({ ...at, method, path, headers: { host: NAME, ...headers } }, (answer) => {
        const parts = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode, headers: answer.headers, text: Buffer.concat(parts).toString() }),
        );
      });
      request.on('error', reject);
      request.end(body);
    });
  const call = async (method, path, body, headers = {}) => {
    const answer = await send(method, `/api${path}`, {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { ...answer, body: answer.text ? JSON.parse(answer.text) : null };
  };
  return { at, send, call };
}

/** Reads a page by HTTP/2. */
async function readByHttp2({ ca }, port) {
  const session = http2.connect(`https://127.0.0.1:${port}`, { ca, servername: NAME });
  const request = session.request({ ':path': '/login', ':authority': NAME });
  const [headers] = await once(request, 'response');
  let text = '';
  for await (const part of request) text += part;
  session.close();
  return { status: headers[':status'], headers, text };
}

/** Follows notifications through a socket until a task is assigned to the person. @returns its first event */
function firstEvent({ at, token }, act) {
  class Socket extends WebSocket {
    constructor(url, protocols) {
      super(url, protocols, { ...at, headers: { host: NAME, origin: `https://${NAME}` } });
    }
  }
  const client = createClient({
    url: `wss://127.0.0.1:${at.port}/graphql`,
    webSocketImpl: Socket,
    connectionParams: { authorization: `Bearer ${token}` },
    retryAttempts: 0,
    on: { connected: () => void sleep(300).then(act) },
  });
  return new Promise((resolve, reject) => {
    client.subscribe(
      { query: 'subscription { changes { projectId revision } }' },
      { next: (event) => resolve(event), error: reject, complete: () => undefined },
    );
  }).finally(() => void client.dispose());
}

/** A picture that hardly compresses: 4.3 MB. */
const makePicture = () =>
  sharp({
    create: {
      width: 1_200,
      height: 1_200,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();

/** Uses the app through a proxy as a person does. */
async function useThrough(name, ports, certificate, app) {
  const client = makeClient(ports.https, certificate);
  const { at, send, call } = client;

  const page = await readByHttp2(at, ports.https);
  assert.equal(page.status, 200);
  assert.ok(page.text.includes('<div id="root">'), 'the page is not the app’s');
  assert.ok(page.headers['strict-transport-security'], 'browsers are not told to use HTTPS only');
  const plain = await fetch(`http://127.0.0.1:${ports.http}/board`, {
    redirect: 'manual',
    headers: { host: NAME },
  }).catch(() => undefined);
  // fetch sets the host by itself, so the redirect may name the address instead of the name
  assert.ok(plain && plain.status >= 301 && plain.status <= 308, 'HTTP is not redirected to HTTPS');
  assert.ok(plain.headers.get('location')?.startsWith('https://'), 'HTTP is redirected elsewhere');

  const person = {
    firstName: 'Mara',
    lastName: 'Okafor',
    username: `mara-${name}`,
    email: `mara-${name}@tern.example`,
    password: 'Granite7stones',
  };
  assert.equal((await call('POST', '/auth/register', person)).status, 201);
  // a client must not choose the address that the limits count
  const wrong = await call(
    'POST',
    '/auth/login',
    { email: person.email, password: 'x' },
    { 'x-forwarded-for': '203.0.113.9' },
  );
  assert.equal(wrong.status, 401);
  const { email, password } = person;
  const signedIn = await call('POST', '/auth/login', { email, password });
  assert.equal(signedIn.status, 200);
  const token = signedIn.body.data.tokens.accessToken;
  const bearer = { authorization: `Bearer ${token}` };
  const event = await firstEvent({ at, token }, () => call('POST', '/projects', { name: 'Lamp' }, bearer));
  assert.equal(event.data?.changes?.revision, 1, JSON.stringify(event));

  const picture = await makePicture();
  assert.ok(picture.length > 4_000_000 && picture.length < 5_000_000, `the picture has ${picture.length} bytes`);
  const sent = await send('PUT', '/api/auth/avatar', {
    headers: { ...bearer, 'content-type': 'image/png' },
    body: picture,
  });
  assert.equal(sent.status, 200, sent.text);
  const { avatar } = JSON.parse(sent.text).data.user ?? JSON.parse(sent.text).data;
  const read = await send('GET', avatar.replace(/^https?:\/\/[^/]+/, ''), { headers: bearer });
  assert.equal(read.status, 200, 'the picture cannot be read');
  // the addresses of shared links, calendar feeds and mailed links are secrets
  await send('GET', '/s/a-secret-of-a-link');
  await send('GET', '/calendar/a-secret-of-a-link.ics');
  await send('GET', '/invitation?token=a-secret-of-a-link');
  await send('GET', '/register?invitation=a-secret-of-a-link');
  const tooLarge = await send('PUT', '/api/auth/avatar', {
    headers: { ...bearer, 'content-type': 'image/png' },
    body: Buffer.alloc(8_000_000),
  }).catch((error) => ({ status: error.code }));
  assert.ok([413, 'EPIPE', 'ECONNRESET'].includes(tooLarge.status), `a body of 8 MB got ${tooLarge.status}`);

  const failed = app
    .output()
    .split('\n')
    .filter((line) => line.includes('sign_in_failed'))
    .map((line) => JSON.parse(line).address);
  assert.equal(failed.at(-1), '127.0.0.1', 'a client chose its own address');
}

/** @returns whether the proxy passes; undefined if it is not installed */
async function checkProxy(name, folder, cert) {
  const { program, version, write } = PROXIES[name];
  if (spawnSync(program, version).error) {
    console.log(`- ${name} was NOT tried: it is missing (Debian: apt-get install caddy nginx-light)`);
    return;
  }
  const ports = { app: await freePort(), http: await freePort(), https: await freePort() };
  const own = join(folder, name);
  mkdirSync(own);
  const args = write(own, { ...ports, ...cert });
  const app = start(process.execPath, ['--enable-source-maps', 'dist/backend/src/main.js'], {
    ...process.env,
    PORT: String(ports.app),
    HOST: '127.0.0.1',
    DATA_DIR: join(own, 'data'),
    DATABASE_URL: '',
    PUBLIC_URL: `https://${NAME}`,
    TRUST_PROXY: '1',
    NODE_ENV: 'production',
  });
  const proxy = start(program, args, { ...process.env, HOME: own, XDG_DATA_HOME: own, XDG_CONFIG_HOME: own });
  try {
    await until('the app does not start', async () => (await fetch(`http://127.0.0.1:${ports.app}/readyz`)).ok, app);
    const { send } = makeClient(ports.https, cert.certificate);
    await until(`${name} does not start`, async () => (await send('GET', '/readyz')).status === 200, proxy);
    await useThrough(name, ports, cert.certificate, app);
    const access = existsSync(join(own, 'access.log')) ? readFileSync(join(own, 'access.log'), 'utf8') : '';
    assert.ok(!(access + proxy.output()).includes('a-secret-of-a-link'), 'the log has the address of a shared link');
    console.log(`- ${name}: page by HTTP/2, redirect, sign-in, socket, picture, address, log`);
  } catch (error) {
    throw new Error(`${name}: ${error.stack}\n${proxy.output().slice(-2_000)}`, { cause: error });
  } finally {
    await Promise.all([proxy.stop(), app.stop()]);
  }
}

/** Checks the unit with systemd, with the paths of this machine in place of those on a server. */
function checkUnit(folder) {
  if (spawnSync('systemd-analyze', ['--version']).error) {
    console.log('- deploy/cairn.service was NOT checked: systemd-analyze is missing');
    return;
  }
  const unit = replaceAll(deployed('cairn.service'), [
    ['/srv/cairn/node_modules/.bin/node', process.execPath],
    ['User=cairn', 'User=root'],
    ['WorkingDirectory=/srv/cairn', `WorkingDirectory=${root}`],
  ]);
  const file = join(folder, 'cairn.service');
  writeFileSync(file, unit);
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
  const faults = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('cairn.service'));
  assert.ok(status === 0 && faults.length === 0, `systemd-analyze verify: ${stdout}${stderr}`);
  console.log('- deploy/cairn.service: systemd-analyze verify');
}

/** @returns whether all files of deploy/ that can be tried here pass */
export async function checkProxies() {
  if (!(await buildStale())) return false;
  const folder = mkdtempSync(join(tmpdir(), 'cairn-proxies-'));
  // the embedded PostgreSQL runs as another user if this process is root
  chmodSync(folder, 0o755);
  try {
    const cert = makeCertificate(folder);
    for (const name of Object.keys(PROXIES)) await checkProxy(name, folder, cert);
    checkUnit(folder);
    console.log('- deploy/traefik was NOT tried: Debian has no package of it');
    return true;
  } catch (error) {
    console.error(error.message);
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !(await checkProxies())) process.exit(1);
