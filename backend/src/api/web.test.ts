import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { securityHeaders } from '../platform/http/securityHeaders.js';
import { clientPages, graphiqlPage } from './web.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { BRAND_NAME: 'Tern & "Co"' } });
});
afterAll(() => server.close());

const get = async (url: string, accept = BROWSER) => {
  const response = await fetch(server.url + url, { headers: { accept } });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('the pages', () => {
  it('say what to do while the client is not built', async () => {
    const { env } = server.resources;
    const none = `${import.meta.dirname}/no-such-folder`;
    const app = express().use(securityHeaders(env), graphiqlPage(env, none), clientPages(env, none));
    const unbuilt = createServer(app).listen(0, '127.0.0.1');
    await once(unbuilt, 'listening');
    for (const url of ['/', '/board', '/graphql']) {
      const answer = await fetch(`http://127.0.0.1:${(unbuilt.address() as AddressInfo).port}${url}`, {
        headers: { accept: BROWSER },
      });
      expect({ status: answer.status, text: await answer.text() }).toEqual({
        status: 503,
        text: 'The client is not built: run "npm run build".\n',
      });
    }
    unbuilt.close();
  });

  it('show the brand name, with all its special characters', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'cairn-client-'));
    writeFileSync(path.join(folder, 'index.html'), '<title>__BRAND_NAME__</title>');
    const env = { ...server.resources.env, brandName: "Ca$$h $& $'" };
    const named = createServer(express().use(clientPages(env, folder))).listen(0, '127.0.0.1');
    await once(named, 'listening');
    const page = await fetch(`http://127.0.0.1:${(named.address() as AddressInfo).port}/`, {
      headers: { accept: BROWSER },
    });
    expect(await page.text()).toBe("<title>Ca$$h $&amp; $'</title>");
    named.close();
    rmSync(folder, { recursive: true });
  });

  it('are the client, at every path without another route', async () => {
    const nonces = new Set<string>();
    for (const url of ['/', '/board', '/projects/1?tab=list']) {
      const { status, headers, text } = await get(url);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^text\/html/);
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(text).toContain('Tern &amp; &quot;Co&quot;');
      expect(text).not.toMatch(/__(BRAND_NAME|CSP_NONCE|TRACES)__/);
      expect(text).toContain('<meta name="traces" content="off" />');
      const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? '';
      expect(text).toContain(nonce);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  it('have assets that are cached for ever', async () => {
    const asset = /(?:src|href)="(\/assets\/[^"]+)"/.exec((await get('/')).text)?.[1] ?? '';
    const found = await get(asset);
    expect(found.status).toBe(200);
    expect(found.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('answer 404 for an asset that is not there', async () => {
    const { status, text } = await get('/assets/none-1234.js');
    expect({ status, body: JSON.parse(text) }).toEqual({
      status: 404,
      body: { message: 'File not found', code: 'NOT_FOUND' },
    });
  });

  it('answer 404 for a path that is never a page, in any encoding', async () => {
    const foreign = [
      '/.env',
      '/.git/config',
      '/%2egit/config',
      '/.well-known/security.txt',
      '/.vite/manifest.json',
      '/projects/.hidden/x',
      '/package.json',
      '/wp-login.php',
      '/projects/1.bak',
      '/data',
      '/data/jwt-secret',
      '/%',
    ];
    for (const url of foreign) {
      for (const accept of [BROWSER, '*/*']) {
        const { status, headers, text } = await get(url, accept);
        expect({ url, status, code: JSON.parse(text).code }).toEqual({ url, status: 404, code: 'NOT_FOUND' });
        expect(headers.get('x-content-type-options')).toBe('nosniff');
      }
    }
    const traced = request(`${server.url}/board`, { method: 'TRACE' }).end();
    const [answer] = (await once(traced, 'response')) as [IncomingMessage];
    expect([404, 405]).toContain(answer.resume().statusCode);
  });

  it('are never sent unrendered', async () => {
    for (const [url, page] of Object.entries({
      '/index.html': '/',
      '/shared.html': '/',
      '/graphiql.html': '/graphql',
    })) {
      const response = await fetch(server.url + url, { redirect: 'manual', headers: { accept: BROWSER } });
      expect([response.status, response.headers.get('location')]).toEqual([302, page]);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect((await get(url)).text).not.toMatch(/__(BRAND_NAME|CSP_NONCE)__/);
    }
  });

  it('come with files that are cached briefly, and exclude robots', async () => {
    for (const url of ['/early.js', '/favicon.svg', '/robots.txt']) {
      const { status, headers } = await get(url);
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('public, max-age=300');
    }
    expect((await get('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n');
  });

  it('have a service worker that is revalidated every time', async () => {
    const { status, headers, text } = await get('/sw.js');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(headers.get('content-type')).toMatch(/^text\/javascript/);
    // It keeps what the app may load, and neither GraphiQL nor a page that was not filled in.
    const kept = [...text.matchAll(/url: ?[`"']([^`"']+)[`"'],revision|"url":"([^"]+)"/g)].map(
      ([, one, two]) => one ?? two,
    );
    expect(kept).toEqual(expect.arrayContaining(['/', '/early.js', '/manifest.webmanifest', '/icons/192.png']));
    expect(kept.filter((url) => /graphiql|monaco|index\.html|robots|\/sw\.js/i.test(url ?? ''))).toEqual([]);
    for (const url of new Set(kept))
      expect({ url, status: (await get(url ?? '')).status }).toEqual({ url, status: 200 });
  });

  it('can be installed under their brand, and may load the worker and the manifest by their own policy', async () => {
    const { status, headers, text } = await get('/manifest.webmanifest');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(headers.get('content-type')).toMatch(/^application\/manifest\+json/);
    const manifest = JSON.parse(text) as { name: string; short_name: string; icons: { src: string; type: string }[] };
    expect([manifest.name, manifest.short_name]).toEqual(['Tern & "Co"', 'Tern & "Co"']);
    for (const { src, type } of manifest.icons) expect((await get(src)).headers.get('content-type')).toBe(type);
    const page = await get('/board');
    expect(page.headers.get('content-security-policy')).toMatch(/worker-src 'self';manifest-src 'self'/);
    expect(page.text).toMatch(/<link rel="apple-touch-icon" href="\/icons\/apple-touch-icon.png"/);
    expect((await get('/icons/apple-touch-icon.png')).headers.get('content-type')).toBe('image/png');
  });

  it('at /graphql are GraphiQL for a browser, and GraphQL for other clients', async () => {
    const page = await get('/graphql');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self';/);
    const api = await get('/graphql?query=%7B__typename%7D', 'application/json');
    expect(api.headers.get('content-type')).toMatch(/json/);
  });

  it('are never what the API answers', async () => {
    for (const url of ['/api', '/api/', '/api/nowhere', '/api/tasks']) {
      const { status, headers } = await get(url);
      expect([401, 404]).toContain(status);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
    }
  });
});
