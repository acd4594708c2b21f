import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_DIR } from '../../src/api/web.js';
import { newPerson, newProject, type Person } from '../support/client.js';
import { startServer, type TestServer } from '../support/harness.js';
import { rows } from '../support/rows.js';

const HTML = { accept: 'text/html' };
const JSON_BODY = { 'content-type': 'application/json' };

let server: TestServer;
let broken: TestServer;
let secure: TestServer;
let mara: Person;
let projectId: string;
beforeAll(async () => {
  server = await startServer();
  mara = await newPerson(server);
  ({ id: projectId } = await newProject(mara));
  broken = await startServer();
  await rows(broken, 'drop table session cascade');
  secure = await startServer({ env: { PUBLIC_URL: 'https://tern.example' }, databaseUrl: server.databaseUrl });
});
afterAll(async () => {
  await secure.close();
  await broken.close();
  await server.close();
});

interface Asked {
  status: number;
  method?: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** Sent to a server whose tables were dropped. */
  broken?: true;
  signedIn?: true;
  /** The page is made of others' code, which styles itself. */
  relaxed?: true;
  /** A page of the client, or a file of one. */
  page?: true;
}

const signed = { signedIn: true } as const;
const post = (url: string, body: string): Omit<Asked, 'status'> => ({
  method: 'POST',
  url,
  headers: JSON_BODY,
  body,
  ...signed,
});
const query = (text: string): string => JSON.stringify({ query: text });

/** Answers of the interfaces, of every kind and status: none of them is for storing. */
const PRIVATE: Asked[] = [
  { status: 200, url: '/api/projects', ...signed },
  { status: 201, ...post('/api/projects', '{"name":"Tern"}') },
  { status: 400, ...post('/api/tasks', '{') },
  { status: 401, url: '/api/projects' },
  { status: 404, url: '/api/nowhere', ...signed },
  { status: 404, url: '/api', ...signed },
  { status: 400, url: '/api/tasks/%E0%A4%A', ...signed },
  { status: 413, ...post('/api/tasks', JSON.stringify('x'.repeat(1_100_000))) },
  { status: 422, ...post('/api/tasks', '{}') },
  { status: 404, method: 'OPTIONS', url: '/api/nowhere' },
  { status: 200, method: 'HEAD', url: '/api/projects', ...signed },
  { status: 500, url: '/api/projects', broken: true, ...signed },
  { status: 200, ...post('/graphql', query('{ me { id } }')) },
  { status: 200, ...post('/graphql', query('{ project(id: "019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7d") { id } }')) },
  { status: 400, ...post('/graphql', query('{ nothing }')) },
  { status: 400, ...post('/graphql', '{') },
  { status: 413, ...post('/graphql', JSON.stringify('x'.repeat(1_100_000))) },
  { status: 405, url: '/graphql?query=mutation%7Blogout%7B__typename%7D%7D', headers: { accept: 'application/json' } },
  { status: 500, ...post('/graphql', query('{ me { id } }')), broken: true },
];

/** All others: pages, files, checks. */
const OPEN: Asked[] = [
  { status: 200, url: '/api/openapi.json' },
  { status: 200, url: '/api/postman.json' },
  { status: 200, url: '/api/docs', relaxed: true },
  { status: 200, url: '/healthz' },
  { status: 200, url: '/readyz' },
  { status: 200, url: '/', headers: HTML, page: true },
  { status: 200, url: '/no/such/page', headers: HTML, page: true },
  { status: 200, url: '/graphql', headers: HTML, relaxed: true },
  { status: 404, url: '/assets/none-1234.js', page: true },
  { status: 404, url: '/avatars/019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7d.webp' },
  { status: 404, method: 'POST', url: '/board', page: true },
  { status: 200, url: '/api/docs/start.js' },
  { status: 200, url: '/api/docs/programs.md', headers: HTML, page: true },
  { status: 200, url: '/api/docs/examples/cairn.ts' },
  { status: 200, url: '/api/docs/swagger-ui.css' },
];

async function ask(asked: Asked, on = asked.broken ? broken : server): Promise<Headers> {
  const response = await fetch(on.url + asked.url, {
    method: asked.method ?? 'GET',
    headers: { ...asked.headers, ...(asked.signedIn && { authorization: `Bearer ${mara.client.token}` }) },
    ...(asked.body !== undefined && { body: asked.body }),
  });
  await response.text();
  expect(response.status).toBe(asked.status);
  return response.headers;
}

const NONCE = /'nonce-([\w+/]{22}==)'/;
/** Responses other than pages must not run anything in a browser. */
const DATA_POLICY = ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];
const PAGE_POLICY = [
  "default-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "style-src 'self' 'nonce-…'",
  "script-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
];

const titled = (all: Asked[]) =>
  all.map((asked) => [`${asked.status} ${asked.method ?? 'GET'} ${asked.url}`, asked] as const);

describe('the headers of', () => {
  it.each(titled([...PRIVATE, ...OPEN]))('%s keep a browser safe', async (_, asked) => {
    const headers = await ask(asked);
    const policy = headers.get('content-security-policy') ?? '';
    if (asked.relaxed) {
      // inline styles, and a worker made of the page's own text: no script for all that
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
    } else {
      expect(policy.replace(NONCE, "'nonce-…'").split(';')).toEqual(asked.page ? PAGE_POLICY : DATA_POLICY);
    }
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      // an address can have the token of a mailed link, and proxies log referrers
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    // by default: no server name, no CORS, no HSTS
    for (const name of ['x-powered-by', 'server', 'strict-transport-security', 'access-control-allow-origin']) {
      expect(headers.get(name), name).toBeNull();
    }
    expect(headers.get('set-cookie')).toBeNull();
  });

  it.each(titled(PRIVATE))('%s forbid to store it', async (_, asked) => {
    const headers = await ask(asked);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each(titled([...PRIVATE, ...OPEN].filter((asked) => !asked.broken)))(
    '%s promise TLS where the site is served over it, for its own name only',
    async (_, asked) => {
      const promised = (await ask(asked, secure)).get('strict-transport-security') ?? '';
      expect(Number(/max-age=(\d+)/.exec(promised)?.[1])).toBeGreaterThan(180 * 24 * 3600);
      expect(promised).not.toMatch(/includeSubDomains/i);
    },
  );

  it('two pages have different nonces', async () => {
    const nonces = await Promise.all(
      [1, 2].map(
        async () =>
          NONCE.exec(
            (await fetch(`${server.url}/board`, { headers: HTML })).headers.get('content-security-policy') ?? '',
          )?.[1],
      ),
    );
    expect(nonces[0]).toBeDefined();
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('a 204 and a foreign project are not for storing either', async () => {
    const { id } = await newProject(mara);
    const removed = await mara.client.rest('delete', `/projects/${id}`);
    const gone = await mara.client.rest('get', `/projects/${id}`);
    expect([removed.status, gone.status]).toEqual([204, 404]);
    for (const { headers } of [removed, gone, await mara.client.rest('get', `/projects/${projectId}`)]) {
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('a missing asset are not kept for ever', async () => {
    expect((await fetch(`${server.url}/assets/none-1234.js`)).headers.get('cache-control') ?? '').not.toMatch(
      /immutable|max-age/,
    );
  });

  it('compress a long answer or page on request, but not a short one', async () => {
    for (const url of ['/api/openapi.json', '/board']) {
      const asked = (accepted: string) =>
        fetch(server.url + url, { headers: { ...HTML, 'accept-encoding': accepted } });
      const [packed, plain] = [await asked('gzip, br'), await asked('gzip;q=0')];
      const type = url === '/board' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
      for (const response of [packed, plain]) {
        expect(response.headers.get('vary')).toMatch(/accept-encoding/i);
        expect(response.headers.get('content-type')).toBe(type);
      }
      expect(packed.headers.get('content-encoding')).toBe('gzip');
      expect(plain.headers.get('content-encoding')).toBeNull();
      // But for the nonce the same, umlauts and all.
      const [one, other] = [await packed.text(), await plain.text()];
      expect(one.replace(/nonce="[^"]*"/, '')).toBe(other.replace(/nonce="[^"]*"/, ''));
    }
    const short = await fetch(`${server.url}/healthz`, { headers: { 'accept-encoding': 'gzip' } });
    expect(short.headers.get('content-encoding')).toBeNull();
  });

  it('the built assets keep them for ever, packed at build time', async () => {
    const html = await (await fetch(server.url, { headers: HTML })).text();
    const urls = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, url]) => url ?? '');
    expect(urls.length).toBeGreaterThan(1);
    for (const url of urls) {
      const { headers } = await fetch(server.url + url, { headers: { 'accept-encoding': 'br' } });
      expect(Object.fromEntries(headers), url).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'self'"),
      });
      const file = path.join(CLIENT_DIR, url);
      // a few bytes fit one packet anyway
      if (statSync(file).size < 2_000) continue;
      expect(headers.get('content-encoding'), url).toBe('br');
      expect(existsSync(`${file}.br`), url).toBe(true);
    }
  });
});
