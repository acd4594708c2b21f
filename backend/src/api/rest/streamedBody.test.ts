import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { streamedBody } from './streamedBody.js';

const IDLE_MS = 1_000;
let server: Server;
beforeAll(async () => {
  const app = express();
  app.post('/', (request, response) => {
    const body = streamedBody(request, IDLE_MS)();
    const read = async (): Promise<number> => {
      let bytes = 0;
      for await (const chunk of body.read()) bytes += chunk.length;
      return bytes;
    };
    read().then(
      (bytes) => response.json({ bytes, from: body.from, total: body.total }),
      (error: unknown) => response.status(400).end((error as Error).message),
    );
  });
  app.use((error: unknown, _request: unknown, response: express.Response, _next: unknown) => {
    response.status(400).end((error as Error).message);
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

/** Sends ten bytes in pieces, this long after one another. Returns the answer. */
async function send(pieces: readonly string[], pauseMs: number, headers = ''): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\nConnection: close\r\n${headers}\r\n`);
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  if (!socket.closed) await once(socket, 'close');
  return answer;
}

it('a body that pauses is read to its end, and one that stops is refused', async () => {
  expect(await send(['first', 'later'], IDLE_MS / 10)).toContain('{"bytes":10,"from":0,"total":10}');
  const stopped = await send(['first'], 0);
  expect(stopped).toMatch(/^HTTP\/1\.1 400 /);
  expect(stopped).toContain('The file stopped arriving. Please send it again.');
});

it('a range must go to the end of the file and fit the body', async () => {
  const of = (range: string) => send(['firstlater'], 0, `Content-Range: ${range}\r\n`);
  expect(await of('bytes 90-99/100')).toContain('{"bytes":10,"from":90,"total":100}');
  for (const range of ['bytes 90-98/100', 'bytes 80-99/100', 'bytes 90-99/*', 'items 90-99/100', 'bytes 99-90/100']) {
    expect(await of(range), range).toContain('Content-Range must be `bytes FROM-TO/SIZE`');
  }
});
