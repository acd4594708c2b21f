import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { type MailServer, recipient, startMailServer, subjects } from '../../test/support/jobQueue.js';
import { rows } from '../../test/support/rows.js';
import { jobTasks } from '../jobs.js';
import { startWorker } from '../platform/jobs/worker.js';

const PUBLIC_URL = 'https://tasks.tern.example';

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ', amp: '&' };
const unescaped = (text: string): string => text.replace(/&(#?\w+);/g, (all, name: string) => ENTITIES[name] ?? all);
/** Returns the text of HTML, with the addresses of its links. */
const readable = (html: string | undefined): string =>
  unescaped(
    (html ?? '')
      .replace(/<head>.*?<\/head>/s, '')
      .replace(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs, '$2 $1')
      .replace(/<[^>]+>/g, ' '),
  ).replace(/\s+/g, ' ');

function expectSameContent(mail: Email): void {
  const html = readable(mail.html);
  const text = (mail.text ?? '').replace(/^-- $/m, '');
  const words = (it: string): string[] => it.split(/[\s:]+/).filter(Boolean);
  for (const word of words(text.replace(/Cairn\. (?=You get)/, ''))) expect(html).toContain(word);
  for (const word of words(html)) expect(text).toContain(word);
}

/** Creates a person who has just got a mail about a task. */
async function notifyNewPerson(
  server: MailServer,
  names: { firstName?: string; project?: string; task?: string } = {},
): Promise<{ owner: Person; person: Person; projectId: string; taskId: string }> {
  const owner = await newPerson(server, names.firstName);
  const person = await newPerson(server, 'Ines');
  const { id: projectId } = await newProject(owner, { name: names.project ?? 'Venue' });
  await addMember(owner, projectId, person);
  const { id: taskId } = await newTask(owner, projectId, { title: names.task ?? 'Stage', assigneeId: person.id });
  return { owner, person, projectId, taskId };
}

describe('mails without a mail server', () => {
  let server: MailServer;
  beforeAll(async () => {
    server = await startMailServer({ env: { PUBLIC_URL, MAIL_FROM: 'Tern <tasks@tern.example>' } });
  });
  afterAll(() => server.close());

  const mailsTo = async (person: Person): Promise<Email[]> =>
    (await server.work()).filter((mail) => recipient(mail) === person.email);

  it('are written as files with the same content as text and as HTML', async () => {
    const { person, projectId, taskId } = await notifyNewPerson(server, {
      project: 'Größe & Maß',
      task: 'Über "alles" <3',
    });
    const mails = await mailsTo(person);
    expect(subjects(mails)).toEqual(['Welcome to Cairn', 'Über "alles" <3']);
    for (const mail of mails) {
      expect(mail.from).toMatchObject({ name: 'Tern', address: 'tasks@tern.example' });
      expect(mail.to).toHaveLength(1);
      expect(mail.messageId).toMatch(/^<[^<>\s]+>$/);
      // or the absence notes of all who are away go to MAIL_FROM
      expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
      expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'x-auto-response-suppress', value: 'All' }));
      expectSameContent(mail);
    }
    const mail = mails.find(({ subject }) => subject !== 'Welcome to Cairn');
    expect(mail?.text).toContain('Mara Okafor assigned “Über "alles" <3” to you.\n');
    expect(mail?.text).toContain(`${PUBLIC_URL}/projects/${projectId}?task=${taskId}`);
    expect(mail?.text).toContain(`Change them under Settings.\n${PUBLIC_URL}/settings#notifications\n`);
    // Only mails that a preference turns off can be unsubscribed.
    const unsubscribe = (it: Email) =>
      it.headers.flatMap(({ key, value }) => (key === 'list-unsubscribe' ? value : []));
    expect(mails.flatMap(unsubscribe)).toEqual([`<${PUBLIC_URL}/settings#notifications>`]);
  });

  it('about an account have the same content as text and as HTML', async () => {
    const person = await newPerson(server, 'Zoë <script>');
    const body = { currentPassword: person.password, newPassword: 'Basalt8cliffs' };
    await person.client.rest('put', '/auth/change-password', body);
    await person.client.rest('post', '/auth/forgot-password', { email: person.email });
    const mails = await mailsTo(person);
    expect(subjects(mails)).toEqual([
      'Reset your Cairn password',
      'Welcome to Cairn',
      'Your Cairn password was changed',
    ]);
    for (const mail of mails) {
      expectSameContent(mail);
      expect(mail.html).not.toContain('<script');
      expect(mail.text).toContain(`${PUBLIC_URL}/`);
    }
  });

  it('end each sentence with one mark', async () => {
    const { owner, person, taskId } = await notifyNewPerson(server);
    await server.work();
    await owner.client.rest('post', `/tasks/${taskId}/comments`, { text: 'Ready?' });
    await owner.client.rest('post', `/tasks/${taskId}/comments`, { text: 'Ready' });
    const said = (await mailsTo(person)).map(({ text }) => /commented on “Stage”: (.*)/.exec(text ?? '')?.[1] ?? '');
    expect(said.sort()).toEqual(['Ready.', 'Ready?']);
  });

  it('escape people’s text in the HTML part', async () => {
    const evil = '<img src=x onerror="alert(1)"> & <b>bold</b>';
    const { owner, person, taskId } = await notifyNewPerson(server, {
      firstName: '<i>Mara</i>',
      project: evil,
      task: evil,
    });
    await owner.client.rest('post', `/tasks/${taskId}/comments`, { text: `@${person.username} <a href="x">${evil}` });
    const mails = (await mailsTo(person)).filter(({ subject }) => subject === evil);
    expect(mails).toHaveLength(2);
    for (const { html, text } of mails) {
      expect(html).not.toMatch(/<img|<b>|<i>|<a href="x"/);
      expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &lt;b&gt;bold&lt;/b&gt;');
      expect(text).toContain(evil);
      expect(text).toContain('<i>Mara</i> Okafor');
    }
  });

  it('get no additional header from line breaks in names', async () => {
    const plain = await notifyNewPerson(server);
    const [known] = (await mailsTo(plain.person)).filter(({ subject }) => subject === 'Stage');
    // Mails about an account have no link to unsubscribe.
    const names = (mail: Email | undefined) =>
      mail?.headers.flatMap(({ key }) => (key === 'list-unsubscribe' ? [] : key)).sort();
    expect(names(known)).toContain('subject');
    for (const end of ['\r\n', '\n', '\r', '\u2028', '\u0085']) {
      const evil = `Stage${end}Bcc: eve@tern.example${end}${end}<h1>Body</h1>`;
      const { person } = await notifyNewPerson(server, {
        firstName: `Mara${end}Bcc: eve@tern.example`,
        task: evil,
        project: evil,
      });
      const mails = await mailsTo(person);
      expect(mails).toHaveLength(2);
      for (const mail of mails) {
        expect(names(mail)).toEqual(names(known));
        expect(mail.bcc ?? []).toEqual([]);
        expect(mail.to?.map(({ address }) => address)).toEqual([person.email]);
        expectSameContent(mail);
      }
    }
  });

  it('are not sent to deleted accounts', async () => {
    await server.work();
    await rows(server, `select graphile_worker.add_job('mailNotification', ?::json)`, [
      JSON.stringify({
        userId: '01a1fdee-0000-7000-8000-000000000000',
        title: 'x',
        message: 'y',
        taskId: null,
        projectId: null,
      }),
    ]);
    expect(await server.work()).toEqual([]);
    expect(await rows(server, 'select id from graphile_worker._private_jobs')).toEqual([]);
  });
});

describe('mails with a mail server', () => {
  interface Received {
    from: string | undefined;
    to: string[];
    raw: Buffer;
  }
  const received: Received[] = [];
  /** The server's refusal of the next mail. */
  let refusal: { responseCode: number } | null = null;
  /** The server's refusal of all addresses. */
  let addressRefusal: string | null = null;
  let smtp: SMTPServer;
  let server: MailServer;

  beforeAll(async () => {
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo(_, __, callback) {
        const [code = '', text] = addressRefusal?.split(/ (.*)/) ?? [];
        callback(addressRefusal === null ? null : Object.assign(new Error(text), { responseCode: Number(code) }));
      },
      onData(stream, session, callback) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (refusal) return callback(Object.assign(new Error('not now'), refusal));
          const { mailFrom, rcptTo } = session.envelope;
          const from = mailFrom ? mailFrom.address : undefined;
          received.push({ from, to: rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks) });
          return callback();
        });
      },
    });
    smtp.listen(0, '127.0.0.1');
    await once(smtp.server, 'listening');
    const { port } = smtp.server.address() as AddressInfo;
    server = await startMailServer({ env: { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL } });
  });
  afterAll(async () => {
    await server.close();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
  });

  const takenFor = (person: Person) =>
    Promise.all(
      received
        .filter(({ to }) => to.includes(person.email))
        .map(async ({ raw, ...envelope }) => ({ ...envelope, mail: await PostalMime.parse(raw) })),
    );
  const waiting = async (): Promise<number> =>
    (await rows(server, 'select id from graphile_worker._private_jobs')).length;

  it('are sent to it, and no file is written', async () => {
    const { person } = await notifyNewPerson(server);
    expect(await server.work()).toEqual([]);
    expect((await takenFor(person)).map(({ mail }) => mail.subject)).toEqual(
      expect.arrayContaining(['Welcome to Cairn', 'Stage']),
    );
    for (const { from, to, mail } of await takenFor(person)) {
      expect([from, to]).toEqual(['no-reply@tasks.tern.example', [person.email]]);
      expectSameContent(mail);
    }
    expect(await waiting()).toBe(0);
  });

  it('are retried after a temporary refusal and sent once', async () => {
    const person = await newPerson(server);
    refusal = { responseCode: 451 };
    await server.work();
    await server.retryNow();
    await server.work();
    expect([(await takenFor(person)).length, await waiting()]).toEqual([0, 1]);
    refusal = null;
    await server.retryNow();
    await server.work();
    expect((await takenFor(person)).map(({ mail }) => mail.subject)).toEqual(['Welcome to Cairn']);
    expect(await waiting()).toBe(0);
  });

  it('are logged after a permanent refusal, with the reason and without their content', async () => {
    const person = await newPerson(server);
    await server.work();
    const lines: Record<string, unknown>[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    await person.client.rest('post', '/auth/forgot-password', { email: person.email });
    refusal = { responseCode: 550 };
    const worker = await startWorker({
      databaseUrl: server.databaseUrl,
      log,
      tasks: jobTasks(server.resources),
      crontab: '',
    });
    await vi.waitFor(() => expect(lines.map(({ level }) => level)).toContain(50), { timeout: 20_000 });
    await worker.close();
    refusal = null;
    const text = JSON.stringify(lines);
    expect(text).toMatch(/mailPasswordReset/);
    expect(text).toContain('not now');
    expect(text).not.toContain('token=');
    await server.retryNow();
    await server.work();
    expect((await takenFor(person)).map(({ mail }) => mail.subject)).toContain('Reset your Cairn password');
  });

  it.each([
    ['550 5.1.1 No such user', 0],
    ['551 Not here', 0],
    // The sender is refused, or the server forwards nothing: a setting can end this.
    ['550 5.7.1 Blocked', 1],
    ['550 relay not permitted', 1],
    ['550 5.1.8 Bad domain of the sender', 1],
    ['550 Sender verify failed', 1],
    ['450 4.2.1 Try later', 1],
  ])('are tried once if their address is refused for good: %s', async (answer, left) => {
    const person = await newPerson(server);
    addressRefusal = answer;
    await server.work();
    addressRefusal = null;
    expect(await waiting()).toBe(left);
    await server.retryNow();
    await server.work();
    expect([(await takenFor(person)).length, await waiting()]).toEqual([left, 0]);
  });

  it('carry a working link after any number of retries', async () => {
    const person = await newPerson(server);
    await server.work();
    await person.client.rest('post', '/auth/forgot-password', { email: person.email });
    refusal = { responseCode: 421 };
    await server.work();
    refusal = null;
    await server.retryNow();
    await server.work();
    const mails = (await takenFor(person)).filter(({ mail }) => mail.subject?.startsWith('Reset'));
    expect(mails).toHaveLength(1);
    const token = /token=([\w-]+)/.exec(mails[0]?.mail.text ?? '')?.[1];
    const { status } = await person.client.rest('post', '/auth/reset-password', { token, password: 'Basalt8cliffs' });
    expect(status).toBe(200);
  });
});
