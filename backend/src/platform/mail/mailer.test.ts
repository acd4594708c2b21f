import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, newProject } from '../../../test/support/client.js';
import { type MailServer, startMailServer } from '../../../test/support/jobQueue.js';
import type { MailContent } from './mailContent.js';
import { createMailer } from './mailer.js';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());

/** The mail files by subject. */
function readMails(): Map<string, string> {
  const folder = path.join(server.resources.env.dataDir, 'mail');
  const texts = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
  return new Map(texts.map((text) => [/^Subject: (.*)$/m.exec(text)?.[1] ?? '', text]));
}

describe('a mail server that cannot be found', () => {
  it('keeps only the first mail waiting', async () => {
    const { resources } = server;
    const mailer = createMailer({
      smtpUrl: 'smtp://mail.nowhere.invalid',
      from: 'Cairn <cairn@tern.example>',
      folder: '',
      brandName: 'Cairn',
      log: resources.log,
    });
    const content: MailContent = { i18n: { locale: 'en' }, subject: 'One', heading: '', paragraphs: [], reason: '' };
    await expect(mailer.send('a@tern.example', content)).rejects.toMatchObject({ code: 'EDNS' });
    await expect(mailer.send('b@tern.example', content)).rejects.toThrow('did not answer a moment ago');
    mailer.close();
  });
});

describe('a mail file', () => {
  it('has its link unbroken on its own line, also in a mail with non-ASCII text', async () => {
    const owner = await newPerson(server, 'Zoë');
    const { id } = await newProject(owner, { name: '海'.repeat(100) });
    const { client, email } = owner;
    await client.rest('post', `/projects/${id}/invitations`, { email: 'ines@yard.example' });
    await client.rest('post', '/auth/forgot-password', { email });
    await server.work();
    await client.rest('put', '/auth/profile', { email: `new-${email}`, currentPassword: owner.password });
    await server.work();
    const texts = [...readMails().values()];
    for (const page of ['invitation', 'reset-password', 'revert-email']) {
      const [mail = ''] = texts.filter((text) => text.includes(`/${page}?token=`));
      expect(mail).toMatch(new RegExp(`^http://localhost:\\d+/${page}\\?token=[\\w-]{43}$`, 'm'));
      const [textPart = ''] = mail.split('Content-Type: text/html');
      expect(textPart).toMatch(/^Content-Transfer-Encoding: [78]bit$/m);
      expect(Math.max(...textPart.split('\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(998);
    }
  });
});
