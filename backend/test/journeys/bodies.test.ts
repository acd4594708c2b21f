import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LIMITS, RATES } from '../../contract/limits.js';
import { COST } from '../../src/request/cost.js';
import { newProgram } from '../support/apiToken.js';
import { Client, newPerson } from '../support/client.js';
import { closeAfterTest, startServer } from '../support/harness.js';
import { rows } from '../support/rows.js';
import { follow } from '../support/socket.js';

const serve = async (limits: 'on' | 'off' = 'on') => closeAfterTest(await startServer({ env: { RATE_LIMIT: limits } }));

const JSON_BODY = { 'content-type': 'application/json' };
const padded = (bytes: number): string => JSON.stringify({ query: '{ __typename }', pad: 'x'.repeat(bytes) });
const left = ({ headers }: { headers: Headers }): number => Number(headers.get('ratelimit-remaining'));

/** Sends the head of a request, and of its body only what is given; answers what comes back before the body has ended. */
async function begin(url: string, headers: Record<string, string | number>, chunks: readonly string[] = []) {
  const request = httpRequest(url, { method: 'POST', headers: { ...JSON_BODY, ...headers }, agent: false });
  request.on('error', () => undefined);
  request.flushHeaders();
  for (const chunk of chunks) request.write(chunk);
  const [response] = await once(request, 'response');
  let text = '';
  for await (const chunk of response) text += String(chunk);
  request.destroy();
  return { status: response.statusCode as number, headers: response.headers, body: JSON.parse(text) };
}

describe('a body without a sign-in', () => {
  it('of over 64 kB is refused before it is read, by its length and in chunks, in the form of its interface', async () => {
    const { url } = await serve('off');
    const declared = { 'content-length': LIMITS.signedOutBodyBytes + 1 };
    const refusal = { code: 'PAYLOAD_TOO_LARGE', message: 'The body is too large' };
    const rest = await begin(`${url}/api/auth/login`, declared);
    expect([rest.status, rest.body]).toEqual([413, refusal]);
    const graphql = await begin(`${url}/graphql`, declared);
    const { code, message } = refusal;
    expect([graphql.status, graphql.body]).toEqual([413, { errors: [{ message, extensions: { code } }] }]);
    const chunks = Array.from({ length: 66 }, () => ' '.repeat(1024));
    expect((await begin(`${url}/api/auth/login`, {}, chunks)).status).toBe(413);
    const packed = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { ...JSON_BODY, 'content-encoding': 'gzip' },
      body: gzipSync(padded(LIMITS.signedOutBodyBytes)),
    });
    expect(packed.status).toBe(413);
  });

  it('of less is read, also compressed, and so is a megabyte of a signed-in user', async () => {
    const server = await serve('off');
    const { client } = await newPerson(server);
    const send = (body: string | Uint8Array<ArrayBuffer>, headers = {}) =>
      fetch(`${server.url}/graphql`, { method: 'POST', headers: { ...JSON_BODY, ...headers }, body });
    const just = padded(LIMITS.signedOutBodyBytes - 100);
    const authorization = `Bearer ${client.token}`;
    for (const answer of [
      await send(just),
      await send(gzipSync(just), { 'content-encoding': 'gzip' }),
      await send(padded(LIMITS.bodyBytes - 100), { authorization }),
    ]) {
      expect([answer.status, await answer.json()]).toEqual([
        200,
        expect.objectContaining({ data: { __typename: 'Query' } }),
      ]);
    }
    expect((await send(padded(LIMITS.bodyBytes), { authorization })).status).toBe(413);
  });

  it('is not read at all if the call requires a sign-in', async () => {
    const { url } = await serve('off');
    expect((await begin(`${url}/api/tasks`, { 'content-length': 10 })).status).toBe(401);
  });
});

describe('the bytes of a body', () => {
  it('are charged to the user or the address, whatever the result', async () => {
    const server = await serve();
    const { client } = await newPerson(server);
    for (const caller of [client, new Client(server)]) {
      const first = await caller.graphql('{ __typename }');
      const second = await caller.graphql('{ __typename }', { unused: 'x'.repeat(10 * 1024) });
      expect(left(first) - left(second)).toBe(10 * COST.kilobyte);
    }
    const wrong = await client.rest('put', '/auth/profile', { firstName: '', pad: 'x'.repeat(20 * 1024) });
    expect(wrong.status).toBe(422);
    const after = await client.graphql('{ __typename }');
    expect(left(wrong)).toBe(left(after));
    expect(RATES.costPerCaller.points - left(after)).toBeGreaterThanOrEqual((10 + 20) * COST.kilobyte + COST.write);
  });

  it('are refused by Content-Length once a caller is over the limit, and in chunks while they come', async () => {
    const server = await serve();
    const anybody = new Client(server);
    const answers = [];
    for (let n = 0; n < 30; n += 1) {
      answers.push(
        await anybody.graphql('query($f: TaskFilter) { tasks(filter: $f) { nodes { id } } }', {
          f: { ['x'.repeat(60_000)]: 1 },
        }),
      );
    }
    expect(answers[0]?.status).toBe(400);
    expect(answers.at(-1)?.status).toBe(429);
    const retryAfter = expect.stringMatching(/^\d+$/);
    for (const length of [10, 60_000]) {
      const rest = await begin(`${server.url}/api/auth/login`, { 'content-length': length });
      expect(rest).toMatchObject({
        status: 429,
        headers: { 'retry-after': retryAfter },
        body: { code: 'RATE_LIMITED' },
      });
      const graphql = await begin(`${server.url}/graphql`, { 'content-length': length });
      expect(graphql).toMatchObject({ status: 429, headers: { 'retry-after': retryAfter } });
      expect(graphql.body.errors[0].extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) });
    }
    const other = await serve();
    await other.resources.rates.consume({ onRate: () => undefined }, 'kilobytesPerAddress', '127.0.0.1', 99_990);
    const { client } = await newPerson(other);
    const headers = { authorization: `Bearer ${client.token}` };
    const chunks = Array.from({ length: 20 }, () => ' '.repeat(1024));
    // bodies count per address, not per account
    expect((await begin(`${other.url}/api/projects`, headers, chunks)).status).toBe(429);
  });

  it('are refused with a delay without a sign-in, which slows callers who repeat them', async () => {
    const { url } = await serve();
    const since = performance.now();
    for (let n = 0; n < 3; n += 1) {
      expect((await begin(`${url}/graphql`, { 'content-length': LIMITS.signedOutBodyBytes + 1 })).status).toBe(413);
    }
    expect(performance.now() - since).toBeGreaterThan(3 * 190);
  });

  it('are charged on sockets, which are closed when that is too much', async () => {
    const server = await serve();
    const { client } = await newPerson(server);
    const query = 'subscription($after: [ChangeCursor!]) { changes(after: $after) { kind } }';
    const before = left(await client.graphql('{ __typename }'));
    const wrong = follow(server, query, { token: client.token, variables: { after: [{ where: 'x'.repeat(20_000) }] } });
    await expect.poll(() => wrong.errors.length).toBe(1);
    expect(wrong.errors[0]?.message).toMatch(/^Variable "\$after" got invalid value at "after\[0\]"; Field "where"/);
    await wrong.stop();
    await server.resources.rates.consume({ onRate: () => undefined }, 'kilobytesPerAddress', '127.0.0.1', 99_970);
    const large = follow(server, `# ${'x'.repeat(60_000)}\n${query}`, { token: client.token });
    expect(await large.end()).toEqual({ code: 4429, reason: 'Too much was sent' });
    // by its kilobytes and, as an invalid request, by its characters
    expect(before - left(await client.graphql('{ __typename }'))).toBeGreaterThanOrEqual(
      19 * COST.kilobyte + 4_000 / 2,
    );
  });
});

describe('a body that takes longer than a second', () => {
  /** Sends the beginning of a body, and the rest after `meanwhile`. Returns the status. */
  async function sendSlowly(url: string, { token }: Client, body: object, meanwhile: Promise<unknown>) {
    const text = JSON.stringify(body);
    const headers = { ...JSON_BODY, authorization: `Bearer ${token}`, 'content-length': Buffer.byteLength(text) };
    const request = httpRequest(url, { method: 'POST', headers, agent: false });
    request.write(text.slice(0, 10));
    await meanwhile;
    request.end(text.slice(10));
    const [response] = await once(request, 'response');
    response.resume();
    return response.statusCode as number;
  }

  it('is not executed if its session or token has ended while it arrived', async () => {
    const server = await serve('off');
    const { url } = server;
    const [mara, jon] = [await newPerson(server), await newPerson(server, 'Jon')];
    const program = await newProgram(mara);
    const create = { query: 'mutation { createProject(input: { name: "Held back" }) { project { id } } }' };
    const tool = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_projects', arguments: {} } };
    const meanwhile = sleep(1_500).then(async () => {
      await rows(server, 'update session set revoked_at = now() where user_id = ?', [mara.id]);
      await rows(server, 'update api_token set revoked_at = now() where user_id = ?', [mara.id]);
    });
    const statuses = await Promise.all([
      sendSlowly(`${url}/api/projects`, mara.client, { name: 'Held back' }, meanwhile),
      sendSlowly(`${url}/graphql`, mara.client, create, meanwhile),
      sendSlowly(`${url}/api/projects`, program.client, { name: 'Held back' }, meanwhile),
      sendSlowly(`${url}/mcp`, program.client, tool, meanwhile),
      sendSlowly(`${url}/api/projects`, jon.client, { name: 'Slow' }, meanwhile),
    ]);
    expect(statuses).toEqual([401, 401, 401, 401, 201]);
    expect(await rows(server, 'select name from project')).toEqual([{ name: 'Slow' }]);
  });
});

describe('variables that do not fit', () => {
  it('are reported once, by name, without their value, and are charged by their length', async () => {
    const server = await serve();
    const anybody = new Client(server);
    const query = 'query($f: TaskFilter, $n: Int) { tasks(filter: $f, first: $n) { nodes { id } } }';
    const secret = 'Qqxzv';
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`zq${n}`, secret]));
    const before = left(await anybody.graphql('{ __typename }'));
    const answer = await anybody.graphql(query, { f: many });
    expect([answer.status, answer.errors]).toEqual([
      400,
      [
        {
          message: 'Variable "$f" got invalid value; Field "zq0" is not defined by type "TaskFilter".',
          locations: [{ line: 1, column: 7 }],
          extensions: { code: 'BAD_REQUEST' },
        },
      ],
    ]);
    const length = JSON.stringify({ query, variables: { f: many } }).length;
    expect(before - left(answer)).toBe(
      Math.floor(length / 1024) * COST.kilobyte +
        Math.min(LIMITS.queryCost, Math.ceil(length / COST.refusedCharacters)),
    );
    for (const [variables, told] of [
      [{ n: [secret] }, 'Variable "$n" got invalid value; Expected type "Int".'],
      [{ n: secret }, 'Variable "$n" got invalid value; Expected type "Int".'],
      [{ f: { search: { secret } } }, 'Variable "$f" got invalid value at "f.search"; Expected type "String".'],
      [
        { f: { statuses: ['TODO', secret] } },
        'Variable "$f" got invalid value at "f.statuses[1]"; Value does not exist in "TaskStatus" enum.',
      ],
      [{ f: secret }, 'Variable "$f" got invalid value; Expected type "TaskFilter" to be an object.'],
    ] as const) {
      const { text, errors } = await anybody.graphql(query, variables);
      expect(errors?.map(({ message }) => message)).toEqual([told]);
      expect(text).not.toContain(secret);
    }
    const required = await anybody.graphql('query($id: ID!) { task(id: $id) { id } }');
    expect(required.errors?.[0]?.message).toBe('Variable "$id" of required type "ID!" was not provided.');
  });
});

it('a refusal names the first twenty fields of many', async () => {
  const server = await serve('off');
  const { client } = await newPerson(server);
  const tasks = Array.from({ length: 200 }, () => ({ title: '', priority: 'LOW' }));
  const { status, body } = await client.rest('post', '/tasks/bulk', { projectId: crypto.randomUUID(), tasks });
  expect([status, Object.keys(body.errors)]).toEqual([422, Array.from({ length: 20 }, (_, n) => `tasks.${n}.title`)]);
});
