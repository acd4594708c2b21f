import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPerson } from '../support/client.js';
import { App } from './app.js';

let app: App;
beforeAll(async () => {
  app = await App.make();
  await app.start();
}, 120_000);
afterAll(() => app.remove());

const ASK = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';

it('a connection with a slow request is closed within a minute, and a proxy can keep an idle one that long', async () => {
  const port = Number(new URL(app.url).port);
  const open = new Set<Socket>();
  const dial = (): Socket => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    return socket;
  };
  const drip = (begin: string): void => {
    const socket = dial();
    socket.write(begin);
    const timer = setInterval(() => socket.write('a'), 1_000);
    socket.once('close', () => clearInterval(timer));
  };
  for (let n = 0; n < 200; n += 1) drip('GET / HTTP/1.1\r\nX-Slow: ');
  for (let n = 0; n < 50; n += 1) {
    drip('POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n');
  }
  const since = performance.now();
  const kept = connect(port, '127.0.0.1');
  let answers = 0;
  kept.on('data', (data) => (answers += data.toString().split('HTTP/1.1 200').length - 1));
  kept.write(ASK);
  await expect.poll(() => answers).toBe(1);
  // others are served meanwhile
  await newPerson({ url: app.url });
  await expect.poll(() => open.size, { timeout: 62_000, interval: 200 }).toBe(0);
  expect(performance.now() - since).toBeLessThan(60_000);
  await sleep(Math.max(0, 61_500 - (performance.now() - since)));
  kept.write(ASK);
  await expect.poll(() => answers).toBe(2);
  kept.destroy();
}, 120_000);
