import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyDeadline } from './bodyDeadline.js';

const DEADLINE_MS = 1_000;
let server: Server;
beforeAll(async () => {
  const app = express();
  app.use(bodyDeadline(DEADLINE_MS, ({ path }) => path === '/file'));
  app.post(['/file', '/text'], (request, response) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    request.on('end', () => response.json({ bytes }));
    request.on('error', () => undefined);
  });
  app.get('/slow', (_request, response) => void setTimeout(() => response.json({}), DEADLINE_MS * 2));
  app.use((_error: unknown, _request: unknown, response: express.Response, _next: unknown) => {
    if (!response.headersSent) response.status(400).end();
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

/** Sends a request whose body comes in two halves, this long after another. Returns the first line of the answer. */
async function send(path: string, pauseMs: number): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\nConnection: close\r\n\r\nfirst`);
  const timer = setTimeout(() => socket.write('later'), pauseMs);
  await once(socket, 'close');
  clearTimeout(timer);
  return answer.split('\r\n')[0] ?? '';
}

it('a body that is late is answered with 408, and its connection closed', async () => {
  expect(await send('/text', DEADLINE_MS * 10)).toBe('HTTP/1.1 408 Request Timeout');
});

it('a body in time, and a file that takes longer, are answered', async () => {
  expect(await send('/text', DEADLINE_MS / 20)).toBe('HTTP/1.1 200 OK');
  expect(await send('/file', DEADLINE_MS * 2)).toBe('HTTP/1.1 200 OK');
});

it('an answer that takes longer than a body may is not cut', async () => {
  const { port } = server.address() as AddressInfo;
  expect((await fetch(`http://127.0.0.1:${port}/slow`)).status).toBe(200);
});
