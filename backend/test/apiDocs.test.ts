import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERROR_STATUS } from '../contract/errors.js';
import { newPerson, type Person } from './client.js';
import { startServer, type TestServer } from './harness.js';
import { lossyLine } from './lossyLine.js';

const run = promisify(execFile);
const hasCurl = spawnSync('curl', ['--version']).status === 0;

let server: TestServer;
let person: Person;
let text: string;
let folder: string;
beforeAll(async () => {
  server = await startServer();
  person = await newPerson(server);
  text = await readFile(path.join(import.meta.dirname, '../../docs/api.md'), 'utf8');
  folder = await mkdtemp(path.join(tmpdir(), 'api-docs-'));
  await writeTypeScript();
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await server.close();
});

/** The pieces of code in a language. */
const code = (language: string): string[] =>
  [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, name]) => name === language)
    .map(([, , body]) => body ?? '');

const environment = (base = server.url) => ({
  PATH: process.env.PATH,
  BASE: base,
  EMAIL: person.email,
  PASSWORD: person.password,
});

/** Puts the page's TypeScript into the folder, as its reader would. */
async function writeTypeScript(): Promise<void> {
  const files = code('ts').map((body) => [/^\/\/ (\S+\.ts)\n/.exec(body)?.[1] ?? '', body] as const);
  expect(files.map(([name]) => name)).toEqual(['cairn.ts', 'example.ts']);
  for (const [name, body] of files) await writeFile(path.join(folder, name), body);
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
}

/** What one of the files prints. */
async function runTypeScript(base?: string, file = 'example.ts'): Promise<string[]> {
  const { stdout } = await run(process.execPath, [path.join(folder, file)], {
    env: environment(base),
    timeout: 25_000,
  });
  return stdout.trim().split('\n');
}

const PRINTED = [
  'Choose the date, Print the posters, Invite the press',
  'meanwhile: Choose the day',
  'now: Set the day',
  '2: TASK CREATED',
  '3: TASK CREATED',
  '4: TASK CREATED',
  '5: TASK UPDATED',
  '6: TASK UPDATED',
  '7: TASK DELETED',
  'closed',
];

describe('docs/api.md', () => {
  it('has a TypeScript client that runs as written', async () => {
    expect(await runTypeScript()).toEqual(PRINTED);
  });

  it('has a TypeScript client that does once what it had to send twice', async () => {
    const line = await lossyLine(server.url, 'POST /api/tasks ');
    try {
      expect(await runTypeScript(line.url)).toEqual(PRINTED);
      expect(line.lost()).toBe(1);
    } finally {
      await line.close();
    }
  });

  it('has a TypeScript client that compiles in strict mode', async () => {
    const root = path.join(import.meta.dirname, '../..');
    const options = {
      strict: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      target: 'esnext',
      module: 'nodenext',
      typeRoots: [path.join(root, 'node_modules/@types')],
      types: ['node'],
    };
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe('');
  });

  it('has a TypeScript client that waits for a server that restarts', async () => {
    const socket = createServer().listen(0, '127.0.0.1');
    await once(socket, 'listening');
    const { port } = socket.address() as AddressInfo;
    socket.close();
    // for five seconds nobody listens there; then it is the server
    const target = new URL(server.url);
    const line = createServer((client) => {
      const upstream = connect(Number(target.port), target.hostname);
      for (const end of [client, upstream]) end.on('error', () => undefined);
      client.pipe(upstream).pipe(client);
    });
    const late = setTimeout(() => line.listen(port, '127.0.0.1'), 5_000);
    try {
      expect(await runTypeScript(`http://127.0.0.1:${port}`)).toEqual(PRINTED);
    } finally {
      clearTimeout(late);
      line.close();
    }
  });

  it('has a TypeScript client that says why the feed has stopped', async () => {
    const script = `import { call, follow, signIn } from './cairn.ts';
      await signIn(process.env.EMAIL, process.env.PASSWORD);
      const feed = follow(new Map(), () => undefined);
      setTimeout(() => void call('POST', '/api/auth/logout'), 300);
      console.log(await feed.ended);`;
    await writeFile(path.join(folder, 'stopped.ts'), script);
    expect(await runTypeScript(server.url, 'stopped.ts')).toEqual(['the sign-in has ended']);
  });

  it.skipIf(!hasCurl)('has curl commands that run as written', async () => {
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', code('sh').join('\n')], { env: environment() });
    const answers = stdout.split('\n').flatMap((line) => [...line.matchAll(/\{"data":.*?\}(?=\{"data"|$)/g)]);
    expect(answers.map(([json]) => JSON.parse(json))).toMatchObject([
      { data: [{ title: 'Choose the date', tags: ['launch'] }] },
      { data: { title: 'Choose the day' } },
      { data: { status: 'DONE' } },
      { data: { tasks: { nodes: expect.arrayContaining([expect.objectContaining({ title: 'Choose the day' })]) } } },
    ]);
  });

  it('lists every error with its status', () => {
    const listed = [...text.matchAll(/^\| (\d{3}) \| `([A-Z_]+)` \|/gm)].map(([, status, name]) => [
      name,
      Number(status),
    ]);
    expect(Object.fromEntries(listed)).toEqual(ERROR_STATUS);
  });
});

describe('the page /api/docs', () => {
  const get = (url: string) => fetch(server.url + url);

  it('is open to everybody and made of files of this server alone', async () => {
    const response = await get('/api/docs');
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '');
    expect(files.length).toBeGreaterThan(3);
    for (const url of files) expect(url).toMatch(/^\/[^/]/);
    const types: Record<string, RegExp> = { '.css': /^text\/css/, '.js': /^text\/javascript/ };
    for (const url of files.filter((name) => name.startsWith('/api/docs/'))) {
      const file = await get(url);
      expect({ url, status: file.status }).toEqual({ url, status: 200 });
      expect(file.headers.get('content-type')).toMatch(types[path.extname(url)] ?? /^$/);
      expect((await file.text()).length).toBeGreaterThan(50);
    }
  });

  it('may style itself and nothing more', async () => {
    const { headers } = await get('/api/docs');
    const { headers: others } = await get('/');
    const strict = others.get('content-security-policy')?.replace(/style-src [^;]*/, '');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("style-src 'self' 'unsafe-inline';");
    expect(policy).toContain("script-src 'self';");
    expect(policy.replace(/style-src [^;]*/, '')).toBe(strict);
    expect(others.get('content-security-policy')).not.toContain('unsafe');
  });

  it('leaves other paths and methods to the router', async () => {
    for (const url of ['/api/docs/none.js', '/api/docs/../package.json', '/api/docs/swagger-ui.css.map']) {
      expect((await get(url)).status, url).toBe(404);
    }
    expect((await fetch(`${server.url}/api/docs`, { method: 'POST' })).status).toBe(404);
  });
});
