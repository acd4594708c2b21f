import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, newProject, newTask, type Person } from '../support/client.js';
import { App } from './app.js';
import { measureReads } from './readTimes.js';

const MB = 1024 * 1024;
const FILE_BYTES = 200 * MB;
/** What a process may grow while files pass through it: less than one file. Node.js frees buffers late, after up to 120 MB. */
const GROWTH_BYTES = 150 * MB;

let app: App;
let mara: Person;
let taskId: string;
beforeAll(async () => {
  app = await App.make({ ATTACHMENT_MAX_MB: '256' });
  await app.start();
  mara = await newPerson({ url: app.url });
  taskId = (await newTask(mara, (await newProject(mara)).id)).id;
}, 120_000);
afterAll(() => app.remove());

const residentBytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;

/** Watches the memory of the app until other work has ended; returns how much it grew. */
async function growthDuring(work: Promise<unknown>): Promise<number> {
  const before = residentBytes(app.pid);
  let most = before;
  const over = new AbortController();
  void work.finally(() => over.abort());
  while (!over.signal.aborted) {
    most = Math.max(most, residentBytes(app.pid));
    await sleep(50);
  }
  await work;
  return most - before;
}

interface Sending {
  query?: string;
  headers?: Record<string, string>;
  /** Calls this after so many bytes, and sends no more if it returns true. */
  cutAt?: number;
}

/** Sends a file of this many repeated blocks; resolves to the answer, or to null if the connection was cut. */
const send = (block: Buffer, blocks: number, { query = '', headers = {}, cutAt = Infinity }: Sending = {}) =>
  new Promise<{ status: number; body: string } | null>((resolve) => {
    const { port } = new URL(app.url);
    const sent = httpRequest({
      port,
      method: 'POST',
      path: `/api/tasks/${taskId}/attachments?name=film.bin${query}`,
      headers: {
        authorization: `Bearer ${mara.client.token}`,
        'content-length': block.length * blocks,
        ...headers,
      },
    });
    sent.once('error', () => resolve(null));
    sent.once('response', (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    const closed = new Promise((done) => sent.once('close', done));
    void (async () => {
      for (let n = 0; n < blocks; n += 1) {
        if (n * block.length >= cutAt) return void sent.destroy();
        if (!sent.write(block)) await Promise.race([new Promise((drained) => sent.once('drain', drained)), closed]);
        if (sent.destroyed) return;
      }
      sent.end();
    })();
  });

describe('files of 200 MB', { timeout: 240_000 }, () => {
  it('pass in and out while memory stays flat and no one waits', async () => {
    const block = randomBytes(MB);
    const fileOf = (answer: Awaited<ReturnType<typeof send>>): string =>
      (JSON.parse(answer?.body ?? '') as { data: { url: string } }).data.url;
    const receive = async (url: string): Promise<number> => {
      let bytes = 0;
      const answer = await fetch(`${app.url}${url}`, { headers: { authorization: `Bearer ${mara.client.token}` } });
      for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).length;
      return bytes;
    };
    // The process warms up: the memory that it takes for its first file stays with it.
    const warm = await send(randomBytes(MB), 40);
    expect(warm?.status).toBe(201);
    expect(await receive(fileOf(warm))).toBe(40 * MB);
    await measureReads(mara, 1_000);
    const quiet = await measureReads(mara, 4_000);
    const sending = Promise.all([send(block, FILE_BYTES / MB), send(randomBytes(MB), FILE_BYTES / MB)]);
    const [growth, during] = await Promise.all([growthDuring(sending), measureReads(mara, sending)]);
    const answers = await sending;
    expect(answers.map((answer) => answer?.status)).toEqual([201, 201]);
    console.log(`two uploads: +${Math.round(growth / MB)} MB; quiet: ${quiet.words}; during: ${during.words}`);
    expect(growth).toBeLessThan(GROWTH_BYTES);
    expect(during.at(0.99)).toBeLessThan(1_000);
    const reading = receive(fileOf(answers[0] ?? null));
    const grown = await growthDuring(reading);
    console.log(`one download: +${Math.round(grown / MB)} MB`);
    expect(await reading).toBe(FILE_BYTES);
    expect(grown).toBeLessThan(GROWTH_BYTES);
  });

  it('go on after the server was killed while one arrived', async () => {
    const [block, id] = [randomBytes(MB), randomUUID()];
    const total = 40 * MB;
    const sending = send(block, 40, { query: `&id=${id}`, cutAt: 30 * MB });
    await sleep(700);
    await app.kill();
    await sending;
    await app.start();
    const begun = await mara.client.rest('post', '/uploads', { id, taskId, name: 'film.bin', size: total });
    const { received } = begun.body.data as { received: number };
    console.log(`${Math.round(received / MB)} MB of it are there`);
    const rest = total - received;
    const whole = Buffer.concat(Array.from({ length: 40 }, () => block));
    const answer = await send(whole.subarray(received), 1, {
      query: `&id=${id}`,
      headers: { 'content-range': `bytes ${received}-${total - 1}/${total}`, 'content-length': String(rest) },
    });
    expect([answer?.status, answer?.body]).toEqual([201, expect.stringContaining(`"size":${total}`)]);
    const { url } = (JSON.parse(answer?.body ?? '') as { data: { url: string } }).data;
    const read = await fetch(`${app.url}${url}`, { headers: { authorization: `Bearer ${mara.client.token}` } });
    expect(Buffer.from(await read.arrayBuffer()).equals(whole)).toBe(true);
  });
});
