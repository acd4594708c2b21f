import { createHmac, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Client, newPerson, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { rows } from '../../test/support/rows.js';
import { follow } from '../../test/support/socket.js';
import { issuePasswordReset } from './passwordReset.service.js';

const SECRET = 'the secret that these tests forge with';

let server: TestServer;
let mara: Person;
let claims: { sub: string; sid: string; aud: string; exp: number };
let time = Date.now();
beforeAll(async () => {
  server = await startServer({ env: { JWT_SECRET: SECRET, SESSION_DAYS: '2' }, now: () => new Date(time) });
  mara = await newPerson(server);
  const [session] = await rows<{ id: string }>(server, 'select id from session where user_id = ?', [mara.id]);
  claims = { sub: mara.id, sid: session?.id ?? '', aud: 'cairn', exp: Math.floor(time / 1000) + 3600 };
});
afterAll(() => server.close());

const status = async (authorization: string): Promise<number> =>
  (await new Client(server).rest('get', '/auth/me', undefined, { authorization })).status;
const sign = (payload: object, secret = SECRET, algorithm: jwt.Algorithm = 'HS256'): string =>
  jwt.sign(payload, secret, { algorithm });

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');
/** Builds a token with any header and secret, or without a signature. */
function forge(header: object, secret?: string | Buffer, payload: object = claims): string {
  const body = `${encode({ typ: 'JWT', ...header })}.${encode(payload)}`;
  return `${body}.${secret === undefined ? '' : createHmac('sha256', secret).update(body).digest('base64url')}`;
}

/** The answers to a token: REST status, GraphQL code, and how the socket closes. */
async function everywhere(token: string) {
  const { status: rest } = await new Client(server, token).rest('get', '/projects');
  const { data, errors } = await new Client(server, token).graphql('{ me { id } }');
  const following = follow(server, 'subscription { notificationChanged { unreadCount } }', { token });
  const { code: socket } = await following.end();
  await following.stop();
  return { rest, graphql: [data?.me ?? null, errors?.map(({ extensions }) => extensions.code)], socket };
}
const NOBODY = { rest: 401, graphql: [null, ['UNAUTHENTICATED']], socket: 4401 };

/** A second session of Mara's that has ended. */
async function revoked(): Promise<string> {
  const { body } = await new Client(server).rest('post', '/auth/login', { email: mara.email, password: mara.password });
  const token: string = body.data.tokens.accessToken;
  expect((await new Client(server, token).rest('post', '/auth/logout')).status).toBe(204);
  return token;
}

describe('a bearer token', () => {
  it('is accepted when it is ours', async () => {
    expect(await status(`Bearer ${sign(claims)}`)).toBe(200);
    expect(await status(`bearer ${sign(claims)}`)).toBe(200);
  });

  it.each<[string, () => string | Promise<string>]>([
    ['signed with another secret', () => sign(claims, 'another secret that is long enough too')],
    ['signed with HS512', () => sign(claims, SECRET, 'HS512')],
    ['not signed at all', () => sign(claims, '', 'none')],
    ['that says “None” and is signed by nothing', () => forge({ alg: 'None' })],
    ['that says “none” and is signed all the same', () => forge({ alg: 'none' }, SECRET)],
    ['that says HS256 and is signed by nothing', () => forge({ alg: 'HS256' })],
    ['that says RS256 and is signed with our secret', () => forge({ alg: 'RS256' }, SECRET)],
    ['without an algorithm', () => forge({}, SECRET)],
    ['that names an empty file as its key', () => forge({ alg: 'HS256', kid: '../../../../dev/null' }, '')],
    ['that would inject its key', () => forge({ alg: 'HS256', kid: "x' union select 'key' --" }, 'key')],
    ['that brings its own key', () => forge({ alg: 'HS256', jwk: { kty: 'oct', k: 'a2V5' } }, 'key')],
    ['that says where its key is', () => forge({ alg: 'HS256', jku: `${server.url}/key`, x5u: server.url }, 'key')],
    ['that has expired', () => sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 60 })],
    ['that ends at no number', () => forge({ alg: 'HS256' }, SECRET, { ...claims, exp: '9999999999' })],
    ['without an end', () => sign({ sub: claims.sub, sid: claims.sid, aud: claims.aud })],
    ['that is not valid yet', () => sign({ ...claims, nbf: Math.floor(Date.now() / 1000) + 60 })],
    ['for another audience', () => sign({ ...claims, aud: 'reset' })],
    ['for no audience', () => sign({ sub: claims.sub, sid: claims.sid, exp: claims.exp })],
    ['of an unknown session', () => sign({ ...claims, sid: randomUUID() })],
    ['of a revoked session', revoked],
    ['without a session', () => sign({ sub: claims.sub, aud: claims.aud, exp: claims.exp })],
    ['with a session that is no id', () => sign({ ...claims, sid: "' or true --" })],
    ['with a session that is no text', () => sign({ ...claims, sid: { not: null } })],
    ['of another person', () => sign({ ...claims, sub: randomUUID() })],
    ['with a changed payload', () => sign(claims).replace(/\.[^.]+\./, (part) => `${part.slice(0, -3)}AA.`)],
    ['mailed to reset a password', async () => (await issuePasswordReset(server.resources, mara.email))?.token ?? ''],
    ['that is nothing of the kind', () => 'abc'],
    ['that is empty', () => ''],
  ])('is refused by REST, GraphQL and the socket alike: one %s', async (_, make) => {
    expect(await everywhere(await make())).toEqual(NOBODY);
  });

  it('is refused outside the Bearer scheme', async () => {
    for (const header of [sign(claims), `Basic ${sign(claims)}`, `Bearer ${sign(claims)} more`]) {
      expect(await status(header)).toBe(401);
    }
  });

  it('expires although it was just verified', async () => {
    const bearer = `Bearer ${sign({ ...claims, exp: Math.floor(Date.now() / 1000) + 60 })}`;
    expect(await status(bearer)).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    try {
      expect(await status(bearer)).toBe(401);
    } finally {
      vi.useRealTimers();
    }
  });

  it('ends with its session, by its own clock and by the row', async () => {
    const { client } = await newPerson(server);
    const { exp, ...rest } = jwt.decode(client.token ?? '') as jwt.JwtPayload;
    expect(exp).toBe(Math.floor(time / 1000) + 2 * 24 * 3600);
    expect(Object.keys(rest).sort()).toEqual(['aud', 'iat', 'sid', 'sub']);
    time += 2 * 24 * 3600 * 1000 + 1000;
    try {
      expect((await client.rest('get', '/auth/me')).status).toBe(401);
    } finally {
      time -= 2 * 24 * 3600 * 1000 + 1000;
    }
    expect((await client.rest('get', '/auth/me')).status).toBe(200);
  });
});
