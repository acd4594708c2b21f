import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLogger } from '../telemetry/logger.js';
import { createOidcClient, type OidcPerson, toIssuer } from './oidcClient.js';
import { OidcFailure } from './oidcFailure.js';

/** A provider that answers whatever a test says. */
let server: Server;
let issuer: string;
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });

interface Said {
  /** Of the discovery document. */
  issuer: string;
  claims: Record<string, unknown>;
  key: KeyObject;
  alg: string;
  userinfo: Record<string, unknown> | null;
  /** Of the token endpoint, if it is no success. */
  error: { status: number; body: object } | null;
}
let said: Said;

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
function idToken({ claims, key, alg }: Said): string {
  const text = `${encode({ alg, kid: 'one', typ: 'JWT' })}.${encode(claims)}`;
  return alg === 'none' ? `${text}.` : `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}
const seconds = (ago = 0): number => Math.floor(Date.now() / 1000) - ago;

beforeAll(async () => {
  server = createServer((request, response) => {
    const answer = (body: object, status = 200): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (request.url === '/.well-known/openid-configuration') {
      return answer({
        issuer: said.issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        ...(said.userinfo && { userinfo_endpoint: `${issuer}/userinfo` }),
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['RS256'],
      });
    }
    if (request.url === '/keys') {
      return answer({ keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] });
    }
    if (request.url === '/userinfo') return answer(said.userinfo ?? {});
    if (said.error) return answer(said.error.body, said.error.status);
    return answer({ access_token: 'a', token_type: 'bearer', id_token: idToken(said) });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  said = {
    issuer,
    claims: { iss: issuer, sub: 'ines', aud: 'cairn', nonce: 'a nonce', iat: seconds(), exp: seconds(-60) },
    key: keys.privateKey,
    alg: 'RS256',
    userinfo: null,
    error: null,
  };
});

const complete = (more: { iss?: string; maxAge?: number } = {}): Promise<OidcPerson> =>
  createOidcClient(
    { issuer, clientId: 'cairn', clientSecret: 'secret', scopes: 'openid' },
    createLogger('silent'),
  ).complete({
    redirectUri: 'https://cairn.example/oidc',
    state: 'a state',
    nonce: 'a nonce',
    verifier: 'v'.repeat(64),
    code: 'a code',
    iss: null,
    maxAge: null,
    ...more,
  });
const failure = async (more: Parameters<typeof complete>[0] = {}): Promise<unknown> => {
  const error: unknown = await complete(more).catch((caught: unknown) => caught);
  return error instanceof OidcFailure ? error.kind : error;
};

it('answers who signed in, with what the provider says in both places', async () => {
  said.userinfo = { sub: 'ines', email: 'ines@tern.example' };
  expect(await complete()).toMatchObject({ issuer, subject: 'ines', claims: { email: 'ines@tern.example' } });
});

it('takes no address for verified because another one is', async () => {
  Object.assign(said.claims, { email: 'old@tern.example', email_verified: true });
  said.userinfo = { sub: 'ines', email: 'ines@tern.example' };
  const { claims } = await complete();
  expect([claims['email'], claims['email_verified']]).toEqual(['ines@tern.example', undefined]);
  said.userinfo = { sub: 'ines', email: 'old@tern.example' };
  expect((await complete()).claims).toMatchObject({ email: 'old@tern.example', email_verified: true });
});

it.each<[what: string, change: () => void]>([
  ['is signed with another key', () => (said.key = stranger.privateKey)],
  ['is not signed', () => (said.alg = 'none')],
  ['is for another request', () => (said.claims['nonce'] = 'another nonce')],
  ['is for no request', () => delete said.claims['nonce']],
  ['is for another client', () => (said.claims['aud'] = 'another')],
  ['is of another issuer', () => (said.claims['iss'] = 'https://evil.example')],
  ['has expired', () => (said.claims['exp'] = seconds(90))],
  ['names no one', () => delete said.claims['sub']],
])('refuses an ID token that %s', async (_, change) => {
  change();
  expect(await failure()).toBe('refused');
});

it('tolerates clocks that differ by half a minute', async () => {
  said.claims['exp'] = seconds(20);
  expect(await complete()).toMatchObject({ subject: 'ines' });
});

it('refuses an answer of another issuer, and information about another person', async () => {
  expect(await failure({ iss: 'https://evil.example' })).toBe('refused');
  said.userinfo = { sub: 'mara', email: 'mara@tern.example' };
  expect(await failure()).toBe('refused');
});

it('requires a sign-in within the last minute if it is a proof', async () => {
  expect(await failure({ maxAge: 60 })).toBe('stale');
  said.claims['auth_time'] = seconds(120);
  expect(await failure({ maxAge: 60 })).toBe('stale');
  said.claims['auth_time'] = seconds(50);
  expect(await complete({ maxAge: 60 })).toMatchObject({ subject: 'ines' });
});

it('distinguishes a refused code, a refused client and a failing provider', async () => {
  said.error = { status: 400, body: { error: 'invalid_grant' } };
  expect(await failure()).toBe('refused');
  said.error = { status: 401, body: { error: 'invalid_client' } };
  expect(await failure()).toBe('misconfigured');
  said.error = { status: 500, body: {} };
  expect(await failure()).toBe('unreachable');
  said.error = null;
  said.issuer = 'https://evil.example';
  expect(await failure()).toBe('misconfigured');
});

it('writes issuers without a slash at the end', () => {
  expect(toIssuer(' https://id.example/realms/tern/ ')).toBe('https://id.example/realms/tern');
  expect(toIssuer('https://id.example/.well-known/openid-configuration')).toBe('https://id.example');
});
