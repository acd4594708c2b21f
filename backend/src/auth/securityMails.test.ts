import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, newPerson, type Person } from '../../test/support/client.js';
import { type MailServer, recipient, startMailServer, subjectsTo } from '../../test/support/jobQueue.js';
import { enableTwoFactor, newDevice } from '../../test/support/twoFactor.js';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';
const SUBJECT = 'New sign-in to Cairn';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => server.close());

const signIn = ({ email, password }: Person, headers: Record<string, string> = {}) =>
  new Client(server).rest('post', '/auth/login', { email, password }, headers);
const told = async ({ email }: Person): Promise<string[]> =>
  subjectsTo(await server.work(), email).filter((subject) => subject === SUBJECT);

describe('a sign-in from a new device', () => {
  it('is mailed with device, address, time and advice', async () => {
    const person = await newPerson(server, 'Ines');
    await server.work();
    await signIn(person, { ...newDevice(), 'user-agent': FIREFOX, 'x-forwarded-for': '203.0.113.5' });
    const [mail] = (await server.work()).filter((it) => recipient(it) === person.email);
    expect(mail?.subject).toBe(SUBJECT);
    for (const text of [mail?.text, mail?.html]) {
      for (const said of [
        'Hello Ines',
        'Firefox on Windows',
        '203.0.113.5',
        'If that was not you',
        '/forgot-password',
      ]) {
        expect(text).toContain(said);
      }
      expect(text).toMatch(/on \d{1,2} \w+ 20\d\d at \d\d:\d\d/);
    }
  });

  it('puts no link of others into the mails of an address that they entered', async () => {
    const person = await newPerson(server, 'Claim it: https://evil.example/x');
    await signIn(person, { 'x-forwarded-for': '203.0.113.5', 'user-agent': 'evil.example' });
    const mails = (await server.work()).filter((it) => recipient(it) === person.email);
    expect(new Set(mails.map(({ subject }) => subject))).toEqual(new Set([SUBJECT, 'Welcome to Cairn']));
    for (const { subject, text, html } of mails) expect([subject, text, html].join()).not.toContain('evil.example');
    for (const { text } of mails) expect(text).toContain('Claim it: https: evil. example/x');
  });

  it('is mailed once, and not for the device that signed up', async () => {
    const person = await newPerson(server);
    const device = newDevice();
    for (let n = 0; n < 3; n += 1) await signIn(person, device);
    expect(await told(person)).toEqual([SUBJECT]);
    const mine = newDevice();
    const other = await newPerson(server, 'Ines', mine);
    await signIn(other, mine);
    expect(await told(other)).toEqual([]);
  });

  it('without a device id counts as new if program or address are new', async () => {
    const person = await newPerson(server);
    await signIn(person);
    expect(await told(person)).toEqual([]);
    await signIn(person, { 'x-forwarded-for': '203.0.113.9' });
    expect(await told(person)).toEqual([SUBJECT]);
    await signIn(person, { 'x-forwarded-for': '203.0.113.9' });
    expect(await told(person)).toEqual([]);
    await signIn(person, { 'x-forwarded-for': '203.0.113.9', 'user-agent': FIREFOX });
    expect(await told(person)).toEqual([SUBJECT]);
  });

  it('is mailed at most five times an hour', async () => {
    const person = await newPerson(server);
    for (let n = 0; n < 8; n += 1) await signIn(person, newDevice());
    expect(await told(person)).toHaveLength(5);
  });

  it('is mailed when the second factor has completed it, not before', async () => {
    const person = await newPerson(server);
    const { recoveryCodes } = await enableTwoFactor(person);
    const device = newDevice();
    const { body } = await signIn(person, device);
    expect(await told(person)).toEqual([]);
    const code = recoveryCodes[0];
    await new Client(server).rest(
      'post',
      '/auth/login/two-factor',
      { challenge: body.data.challenge.token, code },
      device,
    );
    expect(await told(person)).toEqual([SUBJECT]);
  });
});
