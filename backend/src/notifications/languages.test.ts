import { randomUUID } from 'node:crypto';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOTIFICATION_KINDS } from '../../contract/notificationKinds.js';
import { type Language, LANGUAGES } from '../../contract/languages.js';
import { addMember, Client, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { type MailServer, recipient, startMailServer } from '../../test/support/jobQueue.js';
import {
  passwordChangedMail,
  passwordResetMail,
  unverifiedWelcomeMail,
  verificationMail,
  welcomeMail,
} from '../auth/account.mails.js';
import type { ApiTokenRow } from '../auth/apiToken.reads.js';
import * as securityMails from '../auth/security.mails.js';
import { invitationMail } from '../projects/invitation.job.js';
import type { MailContent } from '../platform/mail/mailContent.js';
import { getI18n } from '../platform/i18n/i18n.js';
import { mailDigest } from './digest.job.js';
import { KINDS } from './kinds.js';
import type { Subject } from './subject.js';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());

/** Registers with a browser of this language. */
const register = (acceptLanguage: string) => newPerson(server, 'Ines', { 'accept-language': acceptLanguage });

const signIn = ({ email, password }: Person, acceptLanguage: string) =>
  new Client(server).rest('post', '/auth/login', { email, password }, { 'accept-language': acceptLanguage });

const choose = (person: Person, language: Language | null) =>
  person.client.rest('put', '/auth/preferences', { language });

async function mailsTo(...people: Person[]): Promise<(Email | undefined)[]> {
  const mails = await server.work();
  return people.map(({ email }) => mails.findLast((mail) => recipient(mail) === email));
}

const assignment = (language: Language): string =>
  KINDS.TASK_ASSIGNED.one?.(getI18n(language), {
    kind: 'TASK_ASSIGNED',
    actor: 'Mara Okafor',
    project: 'Lamp',
    task: 'Wire it',
    fields: {},
  }).message ?? '';

describe('a mail', () => {
  it('is in the language of the browser with which the person has registered', async () => {
    const person = await register('fr-CA, en;q=0.5');
    const [welcome] = await mailsTo(person);
    expect(welcome?.subject).toBe(welcomeMail(to('fr')).subject);
    expect(welcome?.html).toContain('<html lang="fr">');
  });

  it('is English for a browser whose language the app does not have, and without one', async () => {
    const people = [await register('tlh'), await newPerson(server)];
    const mails = await mailsTo(...people);
    expect(mails.map((mail) => mail?.subject)).toEqual(['Welcome to Cairn', 'Welcome to Cairn']);
  });

  it('is in the chosen language, or again in that of the last browser', async () => {
    const person = await register('pl');
    await choose(person, 'de');
    await server.work();
    const reset = async (): Promise<string | undefined> => {
      await new Client(server).rest('post', '/auth/forgot-password', { email: person.email });
      const [mail] = await mailsTo(person);
      return mail?.subject;
    };
    expect(await reset()).toBe(passwordResetMail(to('de'), 't').subject);
    await choose(person, null);
    expect(await reset()).toBe(passwordResetMail(to('pl'), 't').subject);
    await signIn(person, 'it-IT, it');
    await server.work();
    expect(await reset()).toBe(passwordResetMail(to('it'), 't').subject);
    await signIn(person, 'tlh');
    await server.work();
    expect(await reset()).toBe(passwordResetMail(to('it'), 't').subject);
  });

  it('of one change reaches each person in their language, and the API stays English', async () => {
    const owner = await newPerson(server, 'Mara');
    const [german, japanese] = [await register('de'), await register('ja')];
    const { id: projectId } = await newProject(owner, { name: 'Lamp' });
    for (const person of [german, japanese]) await addMember(owner, projectId, person);
    await server.work();
    const task = await newTask(owner, projectId, { title: 'Wire it', assigneeId: german.id });
    const [assigned] = await mailsTo(german);
    expect(assigned?.text).toContain(assignment('de'));
    await owner.client.rest('patch', `/tasks/${task.id}/assign`, { assigneeId: japanese.id });
    const [unassigned, toJapanese] = await mailsTo(german, japanese);
    expect(unassigned?.text).not.toContain('unassigned');
    expect(toJapanese?.text).toContain(`${assignment('ja')}。`);
    const { body } = await japanese.client.rest('get', '/notifications');
    expect(body.data.notifications[0].message).toBe('Mara Okafor assigned “Wire it” to you');
  });

  it('of several tasks has the plural of the language', async () => {
    const owner = await newPerson(server, 'Mara');
    const polish = await register('pl');
    const { id: projectId } = await newProject(owner);
    await addMember(owner, projectId, polish);
    const tasks = [];
    for (let n = 0; n < 5; n += 1) tasks.push(await newTask(owner, projectId, { title: `T${n}` }));
    await server.work();
    const ids = tasks.map(({ id }) => id as string);
    await owner.client.rest('patch', '/tasks/bulk', { ids, assigneeId: polish.id });
    const [mail] = await mailsTo(polish);
    expect(mail?.subject).toContain('5 zadań');
  });

  it('of the week is in the language of its reader, with its sections and counts', async () => {
    const italian = await register('it');
    const { id: projectId } = await newProject(italian, { name: 'Lampada' });
    await newTask(italian, projectId, { title: 'Cavo', dueDate: '2020-01-01T10:00:00Z' });
    await server.work();
    await mailDigest(server.resources, { userId: italian.id });
    const [mail] = await mailsTo(italian);
    const i18n = getI18n('it');
    expect(mail?.subject).toBe(i18n.t('Your week in {brandName}', { brandName: 'Cairn' }));
    expect(mail?.subject).not.toContain('week');
    expect(mail?.text).toContain(`${i18n.t('Overdue')} · Lampada`);
    expect(mail?.text).toContain(i18n.t('{count, plural, other {# overdue}}', { count: 1 }));
    expect(mail?.text).not.toMatch(/Good morning|at a glance|overdue/);
  });

  it('of the week joins its counts as the language does', async () => {
    const japanese = await register('ja');
    const { id: projectId } = await newProject(japanese);
    for (const dueDate of ['2020-01-01T10:00:00Z', new Date(Date.now() + 3 * 86_400_000).toISOString()]) {
      await newTask(japanese, projectId, { title: 'T', dueDate });
    }
    await server.work();
    await mailDigest(server.resources, { userId: japanese.id });
    const [mail] = await mailsTo(japanese);
    expect(mail?.text).toContain('今週の概要：期限切れ1件、今週期限1件。');
  });

  it('that invites a stranger is in the language of who invites, and otherwise in that of the invited person', async () => {
    const owner = await register('es');
    const dutch = await register('nl');
    const { id: projectId } = await newProject(owner, { name: 'Lámpara' });
    await server.work();
    const stranger = `${randomUUID()}@tern.example`;
    for (const email of [stranger, dutch.email])
      await owner.client.rest('post', `/projects/${projectId}/invitations`, { email });
    const mails = await server.work();
    const subjectTo = (email: string) => mails.find((mail) => recipient(mail) === email)?.subject;
    const expected = (language: Language) => invitation(language, 'Lámpara').subject;
    expect(subjectTo(stranger)).toBe(expected('es'));
    // People with an account are members at once, or get the same mail in their language.
    expect([undefined, expected('nl')]).toContain(subjectTo(dutch.email));
  });
});

const to = (language: Language): securityMails.AdvisedRecipient => ({
  brandName: 'Cairn',
  publicUrl: 'https://cairn.example',
  firstName: 'Ines',
  i18n: getI18n(language),
  canChoosePassword: true,
});
const withoutPassword = (language: Language) => ({ ...to(language), canChoosePassword: false });

const token = {
  name: 'Deploy',
  scope: 'READ',
  projectIds: ['p'],
  expiresAt: new Date('2026-12-01T10:00:00Z'),
} as unknown as ApiTokenRow;

const invitation = (language: Language, projectName: string): MailContent =>
  invitationMail(
    { brandName: 'Cairn', publicUrl: 'https://cairn.example' },
    { role: 'MEMBER', token: 't', preferences: { language }, inviter: 'Ines Okafor', projectName },
  );

const DATE = '2026-12-01T10:00:00Z';
const MAILS: Readonly<Record<string, (language: Language) => MailContent>> = {
  welcome: (language) => welcomeMail(to(language)),
  unverifiedWelcome: (language) => unverifiedWelcomeMail(to(language), 't'),
  verification: (language) => verificationMail(to(language), 't'),
  passwordReset: (language) => passwordResetMail(to(language), 't'),
  passwordChanged: (language) => passwordChangedMail(to(language), [token]),
  newDevice: (language) => securityMails.newDeviceMail(to(language), { device: 'X', address: '::1', at: DATE }),
  emailChanged: (language) => securityMails.emailChangedMail(to(language), 't'),
  twoFactorOn: (language) => securityMails.twoFactorOnMail(to(language)),
  twoFactorOff: (language) => securityMails.twoFactorOffMail(to(language)),
  twoFactorEnded: (language) => securityMails.twoFactorEndedMail(to(language)),
  twoFactorReset: (language) => securityMails.twoFactorResetMail(to(language)),
  recoveryCodesRenewed: (language) => securityMails.recoveryCodesRenewedMail(to(language)),
  recoveryCodeUsed: (language) => securityMails.recoveryCodeUsedMail(to(language), 1),
  lastRecoveryCodeUsed: (language) => securityMails.recoveryCodeUsedMail(to(language), 0),
  wrongCodes: (language) => securityMails.wrongCodesMail(to(language)),
  identityLinked: (language) => securityMails.identityLinkedMail(to(language), 'Keycloak'),
  identityUnlinked: (language) => securityMails.identityUnlinkedMail(to(language), 'Keycloak'),
  accountDeletion: (language) => securityMails.accountDeletionMail(to(language), DATE),
  accountDeletionWithoutPassword: (language) => securityMails.accountDeletionMail(withoutPassword(language), DATE),
  wrongCodesWithoutPassword: (language) => securityMails.wrongCodesMail(withoutPassword(language)),
  invitation: (language) => invitation(language, 'Lamp'),
};

const linesOf = ({ subject, heading, paragraphs, action, reason, items = [] }: MailContent): string[] => [
  subject,
  heading,
  ...paragraphs,
  action?.label ?? '',
  reason,
  ...items.map(({ note }) => note),
];

describe.each(LANGUAGES.filter((language) => language !== 'en'))('in %s', (language) => {
  it.each(Object.entries(MAILS))('the mail %s has no English line and no value without its place', (_name, mailIn) => {
    const [own, english] = [linesOf(mailIn(language)), linesOf(mailIn('en'))];
    expect(own).toHaveLength(english.length);
    expect(own.filter((line) => english.includes(line))).toEqual([]);
    expect(own.filter((line) => /\{|\}|undefined|#/.test(line))).toEqual([]);
  });

  it.each(NOTIFICATION_KINDS.filter((kind) => KINDS[kind].one))('notifications of %s are', (kind) => {
    const subject: Subject = {
      kind,
      actor: 'Mara',
      project: 'Lamp',
      task: 'Wire it',
      fields: { status: ['TODO', 'DONE'], text: [null, 'Hm'] },
    };
    const said = (code: Language): string[] => {
      const { one, several } = KINDS[kind];
      return [
        one?.(getI18n(code), subject).message ?? '',
        ...[1, 2, 5, 22].map((count) => several?.(getI18n(code), 'Mara', count, [subject]) ?? ''),
      ].filter((text) => text !== '');
    };
    expect(said(language).filter((text) => said('en').includes(text) || /\{|\}|#|undefined/.test(text))).toEqual([]);
  });
});
