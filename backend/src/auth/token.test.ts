import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, newPerson, type Person } from '../../test/client.js';
import { startServer, type TestServer } from '../../test/harness.js';
import { rows } from '../../test/rows.js';

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

describe('a bearer token', () => {
  it('is accepted when it is ours', async () => {
    expect(await status(`Bearer ${sign(claims)}`)).toBe(200);
    expect(await status(`bearer ${sign(claims)}`)).toBe(200);
  });

  it.each<[string, () => string]>([
    ['signed with another secret', () => sign(claims, 'another secret that is long enough too')],
    ['signed with HS512', () => sign(claims, SECRET, 'HS512')],
    ['not signed at all', () => sign(claims, '', 'none')],
    ['that has expired', () => sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 60 })],
    ['without an end', () => sign({ sub: claims.sub, sid: claims.sid, aud: claims.aud })],
    ['for another audience', () => sign({ ...claims, aud: 'reset' })],
    ['for no audience', () => sign({ sub: claims.sub, sid: claims.sid, exp: claims.exp })],
    ['of an unknown session', () => sign({ ...claims, sid: randomUUID() })],
    ['without a session', () => sign({ sub: claims.sub, aud: claims.aud, exp: claims.exp })],
    ['with a session that is no id', () => sign({ ...claims, sid: "' or true --" })],
    ['of another person', () => sign({ ...claims, sub: randomUUID() })],
    ['with a changed payload', () => sign(claims).replace(/\.[^.]+\./, (part) => `${part.slice(0, -3)}AA.`)],
    ['that is nothing of the kind', () => 'abc'],
    ['that is empty', () => ''],
  ])('is refused: one %s', async (_, forge) => {
    expect(await status(`Bearer ${forge()}`)).toBe(401);
  });

  it('is refused outside the Bearer scheme', async () => {
    for (const header of [sign(claims), `Basic ${sign(claims)}`, `Bearer ${sign(claims)} more`]) {
      expect(await status(header)).toBe(401);
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
