import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERROR_STATUS } from '../../contract/errors.js';
import { NOTIFICATION_KINDS } from '../../contract/notificationKinds.js';
import { anchorOf } from '../../src/api/rest/markdown.js';
import { newProgram, type TestProgram } from '../support/apiToken.js';
import { newPerson, newProject, type Person } from '../support/client.js';
import { done, EXAMPLES, runExample } from '../support/examples.js';
import { startServer, type TestServer } from '../support/harness.js';
import { startLossyProxy } from '../support/lossyProxy.js';
import { follow } from '../support/socket.js';

const run = promisify(execFile);
const hasCurl = spawnSync('curl', ['--version']).status === 0;
const DOCS = path.dirname(EXAMPLES);

let server: TestServer;
let person: Person;
let program: TestProgram;
let guide: string;
let reference: string;
let folder: string;
beforeAll(async () => {
  server = await startServer();
  person = await newPerson(server);
  program = await newProgram(person);
  [guide, reference] = (await Promise.all(
    ['programs.md', 'api.md'].map((name) => readFile(path.join(DOCS, name), 'utf8')),
  )) as [string, string];
  folder = await mkdtemp(path.join(tmpdir(), 'api-docs-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await server.close();
});

/** The pieces of code of the guide in a language. */
const code = (language: string): string[] =>
  [...guide.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, name]) => name === language)
    .map(([, , body]) => body ?? '');

/** Output of the tour. */
const tour = (url = server.url): Promise<string[]> => done(runExample('tour.ts', { url, token: program.client.token }));

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

describe('docs/examples/cairn.ts and follow.ts', () => {
  it('apply a repeated write once, and miss no events', async () => {
    const line = await startLossyProxy(server.url, 'POST /api/tasks ');
    try {
      expect(await tour(line.url)).toEqual(PRINTED);
      expect(line.lost()).toBe(1);
    } finally {
      await line.close();
    }
  });

  it('wait for a server that restarts', async () => {
    const socket = createServer().listen(0, '127.0.0.1');
    await once(socket, 'listening');
    const { port } = socket.address() as AddressInfo;
    socket.close();
    const target = new URL(server.url);
    const line = createServer((client) => {
      const upstream = connect(Number(target.port), target.hostname);
      for (const end of [client, upstream]) end.on('error', () => undefined);
      client.pipe(upstream).pipe(client);
    });
    const running = runExample('tour.ts', { url: `http://127.0.0.1:${port}`, token: program.client.token });
    try {
      // nothing listens there until the server starts
      await expect.poll(() => running.stderr()).toContain('GET /api/auth/me: no answer');
      line.listen(port, '127.0.0.1');
      expect(await done(running)).toEqual(PRINTED);
    } finally {
      running.child.kill();
      line.close();
    }
  });

  it('say why the feed has stopped', async () => {
    const { client, id } = await newProgram(person);
    const script = path.join(folder, 'stopped.ts');
    await writeFile(
      script,
      `import { follow } from ${JSON.stringify(path.join(EXAMPLES, 'follow.ts'))};
      const feed = follow({ epoch: '', seen: new Map() }, () => undefined);
      console.log(await feed.ended);`,
    );
    const env = { PATH: process.env.PATH, CAIRN_URL: server.url, CAIRN_TOKEN: client.token };
    const running = run(process.execPath, [script], { env, timeout: 25_000 });
    await person.client.rest('delete', `/auth/tokens/${id}`);
    expect((await running).stdout).toBe('the token has ended\n');
  });
});

describe('docs/programs.md', () => {
  it.skipIf(!hasCurl)('has commands that run as written, in an empty folder', async () => {
    const somebody = await newPerson(server);
    const cwd = await mkdtemp(path.join(folder, 'guide-'));
    // each answer on a line of its own
    await writeFile(path.join(folder, '.curlrc'), 'write-out = "\\n"');
    const env = {
      HOME: folder,
      PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
      CAIRN_URL: server.url,
      CAIRN_TOKEN: (await newProgram(somebody)).client.token,
      EMAIL: somebody.email,
      PASSWORD: somebody.password,
    };
    const { stdout, stderr } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', code('sh').join('\n')], {
      env,
      cwd,
    });
    const answers = stdout.split('\n').filter((line) => line.startsWith('{"data"'));
    const task = { title: 'Choose the day' };
    expect(answers.map((json) => JSON.parse(json))).toMatchObject([
      { data: [] },
      { data: { token: expect.stringMatching(/^cairn_/) as string } },
      { data: [{ title: 'Choose the date', tags: ['launch'] }] },
      { data: task },
      { data: { status: 'DONE' } },
      { data: { tasks: { nodes: expect.arrayContaining([expect.objectContaining(task)]) } } },
      { data: [task] },
      { data: [{ revision: 2 }, { revision: 3 }, { revision: 4 }] },
      { data: { text: 'The tenth?' } },
    ]);
    for (const line of [...PRINTED, '2 of 2 tasks', '3 tasks and 0 comments, as of revision 5']) {
      expect(stdout).toContain(`${line}\n`);
    }
    expect(stderr).toBe('');
    const { tasks } = JSON.parse(await readFile(path.join(cwd, 'project.json'), 'utf8'));
    expect(tasks).toMatchObject([
      { title: 'Choose the day', comments: [{ text: 'The tenth?' }] },
      { title: 'Order tins', priority: 'HIGH', tags: ['paint', 'shop'], comments: [] },
      { title: 'Call the printer', comments: [] },
    ]);
  });

  it('has documents of GraphQL that are answered as written', async () => {
    const { id: projectId } = await newProject(person);
    const documents = code('graphql');
    expect(documents.map((document) => document.split(' ')[0])).toEqual(['mutation', 'query', 'subscription']);
    const [mutation = '', query = '', subscription = ''] = documents;
    const { data: made } = await program.client.graphql(mutation, { projectId });
    expect(made.createTask.task).toMatchObject({ status: 'TODO', version: 2 });
    const { data: pulled } = await program.client.graphql(query, { projectId });
    expect(pulled.project.changes.nodes).toMatchObject([{ changes: [{ task: { title: 'Print the posters' } }] }]);
    const { client } = await newProgram(person, { projectIds: [projectId] });
    const feed = follow(server, subscription, {
      token: client.token,
      variables: { after: [{ projectId, revision: 1 }] },
    });
    expect((await feed.until(1))[0]).toMatchObject({
      kind: 'CHANGES',
      changes: [{ task: { title: 'Print the posters' } }],
    });
    await feed.stop();
  });

  it('quotes the examples exactly', async () => {
    const pieces = code('ts');
    expect(pieces).toHaveLength(1);
    for (const piece of pieces) {
      const [, name = '', body = ''] = /^\/\/ examples\/(\S+\.ts)\n(.*)$/s.exec(piece) ?? [];
      expect(await readFile(path.join(EXAMPLES, name), 'utf8')).toContain(body);
    }
  });
});

it('docs/api.md lists every error with its status, and what to do', () => {
  const listed = [...reference.matchAll(/^\| (\d{3}) \| `([A-Z_]+)` \| [^|]+ \| [^|]+ \|$/gm)].map(
    ([, status, name]) => [name, Number(status)],
  );
  expect(Object.fromEntries(listed)).toEqual(ERROR_STATUS);
});

it('docs/api.md lists every kind of notification', () => {
  const [, section = ''] = /^## Notifications$(.*?)^## /ms.exec(reference) ?? [];
  const names = [...section.matchAll(/^\| (`[A-Z].*?) \|/gm)].flatMap(([, cell = '']) => cell.match(/\w+/g) ?? []);
  expect(names.toSorted()).toEqual(NOTIFICATION_KINDS.toSorted());
});

describe('the guide in the app', () => {
  const pages = ['/api/docs/programs.md', '/api/docs/api.md'];
  const read = async (url: string, accept: string) => {
    const response = await fetch(server.url + url, { headers: { accept } });
    expect(response.status, url).toBe(200);
    return { text: await response.text(), type: response.headers.get('content-type') };
  };

  it('is a page for browsers, and for programs the Markdown', async () => {
    for (const [at, url] of pages.entries()) {
      const plain = await read(url, '*/*');
      expect(plain).toEqual({ text: [guide, reference][at], type: 'text/markdown; charset=utf-8' });
      const { text, type } = await read(url, 'text/html,*/*;q=0.8');
      expect(type).toBe('text/html; charset=utf-8');
      const words = text
        .replaceAll(/<pre.*?<\/pre>|<code>.*?<\/code>|<title>.*?<\/title>/gs, '')
        .replaceAll(/<[^>]+>/g, '');
      // no Markdown is left
      expect(words).not.toMatch(/[`*|\uE000]|\]\(|^#|^- |^ *\d+\. /m);
    }
  });

  it('has links that lead somewhere', async () => {
    const html = await Promise.all(pages.map(async (url) => (await read(url, 'text/html')).text));
    const targets = new Set(
      html.flatMap((text, at) =>
        [...text.matchAll(/(?:href)="([^"]+)"/g)].map(([, to = '']) => new URL(to, server.url + pages[at]).href),
      ),
    );
    const inside = [...targets].filter((url) => url.startsWith(server.url)).map((url) => new URL(url));
    expect(inside.length).toBeGreaterThan(20);
    const headings = pages.map((_, at) =>
      [...([guide, reference][at] ?? '').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => anchorOf(title)),
    );
    for (const { pathname, hash } of inside) {
      // the app's own pages are there when it is built
      if (pathname.startsWith('/api/')) await read(pathname, 'text/html');
      if (hash) expect(headings[pages.indexOf(pathname)], `${pathname}${hash}`).toContain(hash.slice(1));
    }
  });
});

describe('the page /api/docs', () => {
  const get = (url: string) => fetch(server.url + url);

  it('is public and uses files of this server alone', async () => {
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
