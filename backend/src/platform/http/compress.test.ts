import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import express from 'express';
import { expect, it, vi } from 'vitest';
import { compress } from './compress.js';

it('a long text without compression is sent in one write with its headers and a correct Content-Length', async () => {
  const body = { text: 'Zäune streichen, möglichst heute'.repeat(100) };
  const app = express();
  app.disable('etag');
  app.use(compress);
  app.get('/', (_request, response) => void response.json(body));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const spied = connected.then(([socket]) => vi.spyOn(socket, 'write'));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
    const text = await response.text();
    expect(JSON.parse(text)).toEqual(body);
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect((await spied).mock.calls).toHaveLength(1);
    const head = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect(await head.text()).toBe('');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
