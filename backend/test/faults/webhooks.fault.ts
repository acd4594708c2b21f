import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { newPerson, newProject, newTask } from '../support/client.js';
import { App } from './app.js';

it(
  'a webhook sends every message in order and with its id, also if the server is killed between sending and marking',
  { timeout: 240_000 },
  async () => {
    const got: { id: string; title: string }[] = [];
    let secret = '';
    /** Holds the next answer, and says that the message has arrived. */
    let hold: ((response: ServerResponse) => void) | undefined;
    const receiver = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = Buffer.concat(parts).toString();
        new Webhook(secret).verify(body, request.headers as Record<string, string>);
        got.push({
          id: String(request.headers['webhook-id']),
          title:
            (JSON.parse(body) as { data: { changes: { task: { title: string } }[] } }).data.changes[0]?.task.title ??
            '',
        });
        if (hold) hold(response);
        else response.end();
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    const app = await App.make({ WEBHOOK_HOSTS: host });
    await app.start();
    const mara = await newPerson(app);
    const { id: projectId } = await newProject(mara);
    const made = await mara.client.rest('post', '/webhooks', {
      name: 'Bridge',
      url: `http://${host}/hook`,
      events: ['task.created'],
      projectId,
    });
    secret = made.body.data.secret;

    const arrived = new Promise<void>((done) => {
      hold = () => done();
    });
    for (const title of ['One', 'Two', 'Three']) await newTask(mara, projectId, { title });
    await arrived;
    // the message has arrived; its delivery is not recorded
    await app.kill();
    hold = undefined;
    await app.start();
    // another process had the stream until its minute is over
    await expect.poll(() => got.length, { timeout: 120_000, interval: 200 }).toBe(4);
    expect(got.map(({ title }) => title)).toEqual(['One', 'One', 'Two', 'Three']);
    expect(got[0]?.id).toBe(got[1]?.id);
    expect(new Set(got.map(({ id }) => id)).size).toBe(3);
    await app.remove();
    receiver.closeAllConnections();
    receiver.close();
  },
);
