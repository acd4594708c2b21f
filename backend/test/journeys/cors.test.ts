import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { newAttachment, newPerson, newProject, newTask, type Person } from '../support/client.js';
import { startServer, type TestServer } from '../support/harness.js';
import { socketUrl } from '../support/socketUrl.js';

const HERE = 'https://tools.tern.example';
const STRANGER = 'https://elsewhere.example';
const JSON_BODY = { 'content-type': 'application/json' };

let server: TestServer;
let closed: TestServer;
let mara: Person;
beforeAll(async () => {
  server = await startServer({ env: { ALLOWED_ORIGINS: ` ${HERE}/ , http://127.0.0.1:8080`, RATE_LIMIT: 'on' } });
  closed = await startServer({ databaseUrl: server.databaseUrl });
  mara = await newPerson(server);
});
afterAll(async () => {
  await closed.close();
  await server.close();
});

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
}

/** As raw HTTP: `fetch` would not send these headers. */
const ask = (
  method: string,
  path: string,
  headers: Record<string, string>,
  { at = server, body }: { at?: TestServer; body?: string } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const outgoing = request(`${at.url}${path}`, { method, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
const preflight = (origin: string, path: string, at = server): Promise<Answer> =>
  ask('OPTIONS', path, { origin, 'access-control-request-method': 'PUT' }, { at });
const shared = ({ headers }: Answer): string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));
const signed = () => ({ authorization: `Bearer ${mara.client.token}` });
const PATHS = ['/api/tasks', '/api/nowhere', '/files/nowhere/plan.pdf', '/graphql', '/mcp'];

describe('a page of a site in ALLOWED_ORIGINS', () => {
  it('learns the allowed headers by a preflight, which does not query the database', async () => {
    const before = server.statements.length;
    for (const path of PATHS) {
      const { status, headers } = await preflight(HERE, path);
      expect(status).toBe(204);
      expect(headers).toMatchObject({
        'access-control-allow-origin': HERE,
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers':
          'Authorization, Content-Range, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Position, Range, X-Device',
        'access-control-max-age': '7200',
      });
      expect(headers['vary']).toContain('Origin');
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
    expect(server.statements).toHaveLength(before);
  });

  it('reads every answer, refusals too, and the headers it needs', async () => {
    const { id } = await newProject(mara);
    const { id: taskId } = await newTask(mara, id);
    await newAttachment(mara, taskId);
    const { url } = (await mara.client.rest('get', `/tasks/${taskId}/attachments`)).body.data[0];
    const query = '{"query":"{ me { id } }"}';
    const answers = [
      await ask('GET', '/api/projects?limit=1', { origin: HERE, ...signed() }),
      await ask('POST', '/api/projects', { origin: HERE, ...signed(), ...JSON_BODY }, { body: '{"name":"Tern"}' }),
      await ask('POST', '/graphql', { origin: HERE, ...signed(), ...JSON_BODY }, { body: query }),
      await ask('GET', '/api/projects', { origin: HERE }),
      await ask('GET', `/api/projects/${randomUUID()}`, { origin: HERE, ...signed() }),
      await ask('POST', '/api/tasks', { origin: HERE, ...signed(), ...JSON_BODY }, { body: '{' }),
      await ask(
        'POST',
        '/api/tasks',
        { origin: HERE, ...signed(), ...JSON_BODY },
        { body: JSON.stringify('x'.repeat(1_100_000)) },
      ),
      await ask('GET', '/api/openapi.json', { origin: HERE }),
      await ask('POST', '/mcp', { origin: HERE, ...JSON_BODY }, { body: '{}' }),
      await ask('GET', url, { origin: HERE, range: 'bytes=0-3', ...signed() }),
      await ask('GET', url, { origin: HERE }),
    ];
    expect(id).toBeDefined();
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 200, 401, 404, 400, 413, 200, 401, 206, 401]);
    for (const answer of answers) {
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': HERE,
        'access-control-expose-headers':
          'Content-Disposition, Content-Range, Deprecation, ETag, Link, Location, Position, Retry-After, Revisions, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Sunset, X-Request-Id, X-Total-Count',
      });
      expect(answer.headers['vary']).toContain('Origin');
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });
});

describe('a page of any other site', () => {
  it.each([STRANGER, 'http://tools.tern.example', `${HERE}:8443`, `${HERE}.evil.example`, 'null', HERE.toUpperCase()])(
    'is let in nowhere: %s',
    async (origin) => {
      for (const path of PATHS) {
        const answers = [await preflight(origin, path), await ask('GET', path, { origin, accept: 'application/json' })];
        expect(answers[0]?.status).toBe(204);
        for (const answer of answers) {
          expect(shared(answer)).toEqual([]);
          expect(answer.headers['vary']).toContain('Origin');
        }
      }
    },
  );

  it('is every other site, where the setting is not given', async () => {
    for (const path of PATHS) expect(shared(await preflight(HERE, path, closed))).toEqual([]);
  });

  it('does not change other OPTIONS answers of a path', async () => {
    const { status, headers } = await ask('OPTIONS', '/api/tasks', {});
    expect([status, headers['allow']]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
  });
});

describe('a socket', () => {
  const opens = (origin: string, at: TestServer): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = new WebSocket(socketUrl(at), 'graphql-transport-ws', { origin });
      socket.once('open', () => (socket.terminate(), resolve(true)));
      socket.once('error', () => resolve(false));
    });

  it('opens from a page of the same sites, and of no others', async () => {
    expect(await opens(HERE, server)).toBe(true);
    expect(await opens(server.url, server)).toBe(true);
    expect(await opens(STRANGER, server)).toBe(false);
    expect(await opens(HERE, closed)).toBe(false);
  });
});
