import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { account } from '../support/builtProgram.js';
import { Client, newPerson, PASSWORD } from '../support/client.js';
import { enableTwoFactor } from '../support/twoFactor.js';
import { App, SECRET } from './app.js';

const file = (app: App, name: string) => path.join(app.dataDir, name);
const read = (app: App, name: string): string => readFileSync(file(app, name), 'utf8').trim();

it(
  'rotate-key replaces SECRET_KEY also when it was killed at any moment: recovery codes, pushes and webhooks go on',
  { timeout: 240_000 },
  async () => {
    let sent: { body: string; headers: Record<string, string> } | undefined;
    const receiver = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        sent = { body: Buffer.concat(parts).toString(), headers: request.headers as Record<string, string> };
        response.end();
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    const app = await App.make({ SECRET_KEY: '', WEBHOOK_HOSTS: host });
    const env = { DATA_DIR: app.dataDir, JWT_SECRET: SECRET, LOG_LEVEL: 'warn' };
    await app.start();
    const person = await newPerson(app);
    const { recoveryCodes } = await enableTwoFactor(person);
    const { body: hook } = await person.client.rest('post', '/webhooks', {
      name: 'Bridge',
      url: `http://${host}/hook`,
      events: ['*'],
    });
    const { data: push } = await person.client.graphql('{ pushKey }');
    const enter = async (): Promise<number> => {
      const { body } = await new Client(app).rest('post', '/auth/login', { email: person.email, password: PASSWORD });
      const code = recoveryCodes.pop();
      const answer = await new Client(app).rest('post', '/auth/login/two-factor', {
        challenge: body.data.challenge.token,
        code,
      });
      return answer.status;
    };
    expect((await account(env, 'rotate-key')).error).toBe(
      'The command failed: stop the app first: it runs on this DATA_DIR',
    );
    await app.kill('SIGTERM');
    const old = read(app, 'secret-key');

    // killed before the database had the new key
    const begun = 'a key that was begun, long enough for all';
    writeFileSync(file(app, 'secret-key.next'), begun);
    const refused = app.spawn();
    expect(await refused.ended).toBe(1);
    expect(refused.stderr()).toContain('Cairn cannot start: SECRET_KEY was being replaced when that was interrupted');
    const done = await account(env, 'rotate-key');
    expect([done.code, done.lines.at(-1)]).toEqual([
      0,
      'SECRET_KEY was replaced: what it encrypts (1 second factor) is encrypted with the new key. It is in DATA_DIR/secret-key: start the app.',
    ]);
    expect([read(app, 'secret-key'), existsSync(file(app, 'secret-key.next'))]).toEqual([begun, false]);

    // killed between the database and the file
    writeFileSync(file(app, 'secret-key'), old);
    writeFileSync(file(app, 'secret-key.next'), begun);
    const again = await account(env, 'rotate-key');
    expect([again.code, again.lines.at(-1)]).toEqual([
      0,
      'The database had the new key already. It is in DATA_DIR/secret-key: start the app.',
    ]);

    await app.start();
    expect(await enter()).toBe(200);
    await app.kill('SIGTERM');
    // and once more
    expect((await account(env, 'rotate-key')).code).toBe(0);
    expect(read(app, 'secret-key')).not.toBe(begun);
    await app.start();
    expect(await enter()).toBe(200);
    expect((await person.client.graphql('{ pushKey }')).data).toEqual(push);
    await person.client.rest('post', `/webhooks/${hook.data.webhook.id}/test`);
    expect(() => new Webhook(hook.data.secret).verify(sent?.body ?? '', sent?.headers ?? {})).not.toThrow();
    receiver.closeAllConnections();
    receiver.close();
    await app.remove();
  },
);
