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

/** Requests without `fetch`, which would decompress the body. */
async function fetchAsset(name: string, accepted?: string, more: Record<string, string> = {}): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  const headers = { ...(accepted !== undefined && { 'accept-encoding': accepted }), ...more };
  const request = get({ port, host: '127.0.0.1', path: `/assets/${name}`, headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await response.toArray());
  return { status: response.statusCode, headers: response.headers, body };
}

describe('an asset', () => {
  it('is sent to a browser with brotli, its own type and an immutable cache header', async () => {
    const { status, headers, body } = await fetchAsset('app-1.js', 'gzip, deflate, br, zstd');
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

  it('is sent with gzip if the client does not accept brotli, or if there is no brotli copy', async () => {
    for (const accepted of ['gzip', 'gzip, br;q=0']) {
      const { headers, body } = await fetchAsset('app-1.js', accepted);
      expect(headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(body).toString()).toBe(SCRIPT);
    }
    const { headers } = await fetchAsset('app-1.css?v=1', 'gzip, br');
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'text/css; charset=utf-8' });
  });

  it('is sent uncompressed to other clients, with Vary', async () => {
    for (const accepted of [undefined, 'identity', 'br;q=0, gzip;q=0']) {
      const { headers, body } = await fetchAsset('app-1.js', accepted);
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers.vary).toBe('Accept-Encoding');
      expect(body.toString()).toBe(SCRIPT);
    }
  });

  it('without a compressed copy is sent unchanged', async () => {
    const { headers, body } = await fetchAsset('font-1.woff2', 'gzip, br');
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).toBeUndefined();
    expect(headers['content-type']).toBe('font/woff2');
    expect(body).toEqual(FONT);
  });

  it('is not sent again to a client that has it', async () => {
    const first = await fetchAsset('app-1.js', 'br');
    const again = await fetchAsset('app-1.js', 'br', { 'if-none-match': first.headers.etag ?? '' });
    expect(again.status).toBe(304);
    const plain = await fetchAsset('app-1.js', 'identity', { 'if-none-match': first.headers.etag ?? '' });
    expect(plain.status).toBe(200);
  });

  it('is only found in its own folder', async () => {
    for (const name of ['none-1.js', '..%2f..%2fpackage.json', '%', '../package.json']) {
      const { status, headers } = await fetchAsset(name, 'br');
      expect([400, 403, 404]).toContain(status);
      expect(headers['content-encoding']).toBeUndefined();
    }
  });
});
