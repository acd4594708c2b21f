import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CellClient } from './cellClient.js';

/** Starts a server with these answers, by method and path. */
async function clientOf(answers: Readonly<Record<string, (response: ServerResponse) => void>>): Promise<CellClient> {
  const server = createServer(({ method, url }, response) => answers[`${method} ${url}`]?.(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new CellClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'token');
}

const json = (read: () => unknown) => (response: ServerResponse) => response.end(JSON.stringify({ data: read() }));

describe('the client of a cell', () => {
  it('does not use a download that began before the projects were archived', async () => {
    let before = { id: 'before', status: 'RUNNING' };
    const client = await clientOf({
      'GET /api/auth/export': json(() => [before]),
      'GET /api/auth/export/before': json(() => (before = { id: 'before', status: 'READY' })),
      'POST /api/auth/export': json(() => (before.status === 'RUNNING' ? before : { id: 'new', status: 'READY' })),
    });
    expect(await client.newDownload()).toBe('new');
  });

  it('knows whether another download will be refused', async () => {
    const made = (status: string, hoursAgo: number) => ({
      status,
      createdAt: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
    });
    let downloads = [made('READY', 1), made('RUNNING', 0), made('FAILED', 2), made('READY', 24.1)];
    const client = await clientOf({ 'GET /api/auth/export': json(() => downloads) });
    await client.requireDownload();
    downloads = [made('READY', 23.9), ...downloads];
    await expect(client.requireDownload()).rejects.toThrow('makes 3 downloads a day for one person');
  });

  it('does not load an archive that is too large', async () => {
    const client = await clientOf({
      'GET /api/auth/export/1/files': (response) => {
        response.writeHead(200, { 'content-length': 1_000_000 });
        response.write('only the beginning');
      },
      'GET /api/auth/export/2/files': (response) => response.end('all of it'),
    });
    expect(await client.downloadFiles('1', 1_000)).toBeNull();
    expect(String(await client.downloadFiles('2', 1_000))).toBe('all of it');
    expect(await client.downloadFiles('2', 5)).toBeNull();
  });
});
