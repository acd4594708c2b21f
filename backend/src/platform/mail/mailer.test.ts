import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, newProject } from '../../../test/support/client.js';
import { type MailServer, startMailServer } from '../../../test/support/jobQueue.js';
import type { Logger } from '../telemetry/logger.js';
import { jobScope } from '../jobs/jobScope.js';
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

describe('a mail that its job sends again', () => {
  /** Sends a mail with another link each time, and returns the Message-IDs. */
  async function messageIds(action: { isRenewed?: true }): Promise<(string | undefined)[]> {
    const folder = mkdtempSync(path.join(tmpdir(), 'cairn-mail-'));
    const lines: object[] = [];
    const log = { ...server.resources.log, info: (line: object) => void lines.push(line) } as Logger;
    const mailer = createMailer({ smtpUrl: undefined, from: 'cairn@tern.example', folder, brandName: 'Cairn', log });
    const content = { i18n: { locale: 'en' }, subject: 'Dismiss Ines', heading: '', paragraphs: [], reason: '' };
    for (const token of ['one', 'two']) {
      const url = `https://tern.example/${token}`;
      await jobScope.run({ id: '7', created_at: new Date('2026-11-28T12:00:00Z') }, () =>
        mailer.send('a@tern.example', { ...content, action: { label: 'Open', url, ...action } }),
      );
    }
    mailer.close();
    // A subject can be the title of a task.
    expect(lines).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toContain('Dismiss');
    const mails = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
    rmSync(folder, { recursive: true });
    return mails.map((mail) => /^Message-ID: (.*)$/m.exec(mail)?.[1]);
  }

  it('is the same mail', async () => {
    const [first, second] = await messageIds({});
    expect(first).toMatch(/^<[0-9a-f]{32}@tern\.example>$/);
    expect(second).toBe(first);
  });

  it('is another one if its link is renewed', async () => {
    const [first, second] = await messageIds({ isRenewed: true });
    expect(first).toMatch(/^<[0-9a-f]{32}@tern\.example>$/);
    expect(second).not.toBe(first);
  });
});

describe('a mail file', () => {
  it.each(['Team: Tasks', 'Tasks (Team)', 'Team, Inc.'])('has the whole name of the sender %s', async (name) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'cairn-mail-'));
    const from = `${name} <cairn@tern.example>`;
    const mailer = createMailer({ smtpUrl: undefined, from, folder, brandName: name, log: server.resources.log });
    const content: MailContent = { i18n: { locale: 'en' }, subject: 'One', heading: '', paragraphs: [], reason: '' };
    await mailer.send('a@tern.example', content);
    mailer.close();
    const mails = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
    rmSync(folder, { recursive: true });
    const senders = mails.map((mail) => /^From: (.*)$/m.exec(mail)?.[1]);
    expect(senders).toEqual([`"${name}" <cairn@tern.example>`]);
  });

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
