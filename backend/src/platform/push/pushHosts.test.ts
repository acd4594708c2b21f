import { createECDH } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import webPush from 'web-push';
import { isPrivateAddress } from '../http/privateAddress.js';
import { isPushEndpoint } from './pushHosts.js';
import { createPushSender } from './pushSender.js';

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  'fd00::1',
  'fe80::1',
  'fec0::2',
  'ff02::1',
  '::ffff:0:10.0.0.1',
  '2001:0:4136:e378::1',
  '64:ff9b::7f00:1',
  'localhost',
])('%s is not an address that a push service can have', (address) => expect(isPrivateAddress(address)).toBe(true));

it.each(['142.250.74.10', '172.32.0.1', '2a00:1450:400a:808::200a', '2001:4860:4860::8888'])(
  '%s is an address that a push service can have',
  (address) => expect(isPrivateAddress(address)).toBe(false),
);

it('push endpoints are the browsers’ services and the hosts of PUSH_HOSTS, each with its port', () => {
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/1',
    'https://updates.push.services.mozilla.com/wpush/v2/1',
    'https://web.push.apple.com/1',
    'https://wns2-am3p.notify.windows.com/w/?token=1',
    'https://push.tern.example:8443/1',
    'https://a.yard.example/1',
  ]) {
    expect(isPushEndpoint(endpoint, ['push.tern.example:8443', '.yard.example']), endpoint).toBe(true);
  }
  for (const endpoint of ['https://push.tern.example/1', 'https://a.yard.example:8443/1', 'https://yard.example/1']) {
    expect(isPushEndpoint(endpoint, ['push.tern.example:8443', '.yard.example']), endpoint).toBe(false);
  }
});

it('a push is not sent to a known host that resolves to a private address', async () => {
  let asked = 0;
  const inside = createServer((socket) => {
    asked += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(inside, 'listening');
  const host = `localhost:${(inside.address() as AddressInfo).port}`;
  const sender = createPushSender({
    hosts: [host],
    subject: 'mailto:a@b.example',
    log: pino({ level: 'silent' }),
    resolve: () => Promise.resolve(['127.0.0.1']),
  });
  const target = {
    endpoint: `https://${host}/1`,
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: Buffer.alloc(16).toString('base64url'),
  };
  await expect(sender.send(target, webPush.generateVAPIDKeys(), 'hello')).rejects.toThrow(
    'The host has a private address',
  );
  inside.close();
  expect(asked).toBe(0);
});
