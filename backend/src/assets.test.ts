import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, get, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assets } from './assets.js';

const SCRIPT = 'export const answer = 42;\n'.repeat(100);
const FONT = Buffer.from([0x77, 0x4f, 0x46, 0x32, 0, 1, 2, 3]);

let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'cairn-assets-'));
  writeFileSync(path.join(folder, 'app-1.js'), SCRIPT);
  writeFileSync(path.join(folder, 'app-1.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(path.join(folder, 'app-1.js.gz'), gzipSync(SCRIPT));
  writeFileSync(path.join(folder, 'app-1.css'), '.card { color: red }');
  writeFileSync(path.join(folder, 'app-1.css.gz'), gzipSync('.card { color: red }'));
  writeFileSync(path.join(folder, 'font-1.woff2'), FONT);
  server = createServer(express().use('/assets', assets(folder)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** As it goes over the wire: fetch would unpack it. */
async function ask(name: string, accepted?: string, more: Record<string, string> = {}): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  const headers = { ...(accepted !== undefined && { 'accept-encoding': accepted }), ...more };
  const request = get({ port, host: '127.0.0.1', path: `/assets/${name}`, headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await response.toArray());
  return { status: response.statusCode, headers: response.headers, body };
}

describe('an asset', () => {
  it('is sent as brotli to a browser, as what it is, for ever', async () => {
    const { status, headers, body } = await ask('app-1.js', 'gzip, deflate, br, zstd');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': String(body.length),
    });
    expect(body.length).toBeLessThan(SCRIPT.length / 10);
    expect(brotliDecompressSync(body).toString()).toBe(SCRIPT);
  });

  it('is sent as gzip to who takes no brotli, and where there is none', async () => {
    for (const accepted of ['gzip', 'gzip, br;q=0']) {
      const { headers, body } = await ask('app-1.js', accepted);
      expect(headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(body).toString()).toBe(SCRIPT);
    }
    const { headers } = await ask('app-1.css?v=1', 'gzip, br');
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'text/css; charset=utf-8' });
  });

  it('is sent as it is to everybody else, and caches are told that it differs', async () => {
    for (const accepted of [undefined, 'identity', 'br;q=0, gzip;q=0']) {
      const { headers, body } = await ask('app-1.js', accepted);
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers.vary).toBe('Accept-Encoding');
      expect(body.toString()).toBe(SCRIPT);
    }
  });

  it('without a compressed copy is sent as it is', async () => {
    const { headers, body } = await ask('font-1.woff2', 'gzip, br');
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).toBeUndefined();
    expect(headers['content-type']).toBe('font/woff2');
    expect(body).toEqual(FONT);
  });

  it('is not sent again to who has it', async () => {
    const first = await ask('app-1.js', 'br');
    const again = await ask('app-1.js', 'br', { 'if-none-match': first.headers.etag ?? '' });
    expect(again.status).toBe(304);
    const plain = await ask('app-1.js', 'identity', { 'if-none-match': first.headers.etag ?? '' });
    expect(plain.status).toBe(200);
  });

  it('is looked for in its folder only', async () => {
    for (const name of ['none-1.js', '..%2f..%2fpackage.json', '%', '../package.json']) {
      const { status, headers } = await ask(name, 'br');
      expect([400, 403, 404]).toContain(status);
      expect(headers['content-encoding']).toBeUndefined();
    }
  });
});
