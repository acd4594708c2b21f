import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Person } from './client.js';
import type { TestServerOptions } from './harness.js';

/** A browser's push subscription and its decryption. */
export interface TestBrowser {
  endpoint: string;
  keys: { endpoint: string; p256dh: string; auth: string };
  /** Per RFC 8291. */
  decrypt: (body: Buffer) => unknown;
}

/** A request that the push service received. */
export interface Sent {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface PushService {
  /** Server options that redirect `*.push.example` to this service. */
  options: Pick<TestServerOptions, 'pushConnect'> & { env: Record<string, string> };
  /** All requests in order. */
  sent: Sent[];
  /** The status to return for a path, 201 by default; null: no answer. */
  answers: Map<string, number | null>;
  /** Creates a browser that is subscribed at this service. */
  browser: (path?: string) => TestBrowser;
  close: () => Promise<void>;
}

/** Creates valid subscription keys. */
export function browserKeys(): { endpoint: string; p256dh: string; auth: string } {
  const ua = createECDH('prime256v1');
  const [p256dh, auth] = [ua.generateKeys('base64url'), randomBytes(16).toString('base64url')];
  return { endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`, p256dh, auth };
}

/** Subscribes a new browser and returns the subscription's id. */
export async function newPush({ client }: Person): Promise<string> {
  const { status, body } = await client.rest('post', '/push', browserKeys());
  if (status !== 201) throw new Error(`the subscription answered ${status}: ${JSON.stringify(body)}`);
  return body.data.pushSubscriptionId;
}

const HOST = 'web.push.example';

function decrypt(ua: ReturnType<typeof createECDH>, auth: Buffer, body: Buffer): unknown {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + (body[20] ?? 0));
  const sealed = body.subarray(21 + sender.length);
  const hkdf = (secret: Buffer, by: Buffer, info: Buffer, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, by, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ua.getPublicKey(), sender]);
  const secret = hkdf(ua.computeSecret(sender), auth, info, 32);
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString();
  return JSON.parse(text.slice(0, text.lastIndexOf('\u0002')));
}

/** Verifies the VAPID header (RFC 8292) and returns its key and claims. */
export function readVapid({ headers }: Sent): { key: string; claims: Record<string, unknown> } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const [head, claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [
    string,
    string,
  ];
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const isTrue = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isTrue) throw new Error('the signature is another one');
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown> };
}

/** Starts a local push service with plain HTTP. */
export async function startPushService(): Promise<PushService> {
  const sent: Sent[] = [];
  const answers = new Map<string, number | null>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      sent.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
      const answer = answers.get(path) ?? (answers.has(path) ? null : 201);
      if (answer === null) return;
      response.writeHead(answer, answer === 307 ? { location: `https://${HOST}/elsewhere` } : {}).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  let made = 0;
  return {
    options: { env: { PUSH_HOSTS: '.push.example' }, pushConnect: () => connect(port, '127.0.0.1') },
    sent,
    answers,
    browser: (path = `/browser/${(made += 1)}`) => {
      const ua = createECDH('prime256v1');
      ua.generateKeys();
      const auth = randomBytes(16);
      const endpoint = `https://${HOST}${path}`;
      const keys = { p256dh: ua.getPublicKey('base64url'), auth: auth.toString('base64url') };
      return { endpoint, keys: { endpoint, ...keys }, decrypt: (body) => decrypt(ua, auth, body) };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
