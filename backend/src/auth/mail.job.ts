import { sql } from 'kysely';
import * as v from 'valibot';
import type { Resources } from '../request/context.js';
import type { MailContent } from '../platform/mail/mailContent.js';
import {
  passwordChangedMail,
  passwordResetMail,
  unverifiedWelcomeMail,
  verificationMail,
  welcomeMail,
} from './account.mails.js';
import { readUserApiTokens } from './apiToken.reads.js';
import { issueVerification } from './emailVerification.service.js';
import { createRevertToken } from './emailChange.service.js';
import { issuePasswordReset, withdrawPasswordReset } from './passwordReset.service.js';
import { parsePreferences } from './preferences.reads.js';
import {
  accountDeletionMail,
  emailChangedMail,
  identityLinkedMail,
  identityUnlinkedMail,
  type MailedAccount,
  newDeviceMail,
  recoveryCodesRenewedMail,
  recoveryCodeUsedMail,
  toAdvisedRecipient,
  toMailRecipient,
  twoFactorEndedMail,
  twoFactorOffMail,
  twoFactorOnMail,
  twoFactorResetMail,
  wrongCodesMail,
} from './security.mails.js';

// Account mails are always sent, whatever the preferences: they concern the account's security.

const mailPayload = v.object({
  template: v.picklist([
    'welcome',
    'passwordChanged',
    'newDevice',
    'twoFactorOn',
    'twoFactorOff',
    'twoFactorReset',
    'recoveryCodesRenewed',
    'recoveryCodeUsed',
    'wrongCodes',
    'identityLinked',
    'identityUnlinked',
    'accountDeletion',
  ]),
  userId: v.string(),
  /** Only for `identityUnlinked`. */
  provider: v.optional(v.string()),
  /** Only for `newDevice`. */
  signIn: v.optional(v.object({ device: v.string(), address: v.string(), at: v.string() })),
});
const resetPayload = v.object({ email: v.string(), isReverted: v.optional(v.boolean()) });
const emailChangedPayload = v.object({ revertId: v.string() });

export async function mailAccount(resources: Resources, raw: unknown): Promise<void> {
  const { template, userId, provider: unlinked, signIn } = v.parse(mailPayload, raw);
  const em = resources.orm.em.fork();
  const { rows } = await sql<{
    email: string | null;
    firstName: string;
    deletionAt: string | null;
    codesLeft: number;
    preferences: Record<string, unknown>;
    isAdmin: boolean;
  }>`
    select email, first_name as "firstName", preferences, is_admin as "isAdmin", deletion_at as "deletionAt",
      (select count(*)::int from recovery_code c where c.user_id = a.id and c.used_at is null) as "codesLeft"
    from account a where id = ${userId}`.execute(em.getKysely());
  const [person] = rows;
  // the account was blanked or restored meanwhile
  if (!person?.email || (template === 'accountDeletion' && person.deletionAt === null)) return;
  const provider = unlinked ?? resources.env.oidc?.name ?? 'your sign-in provider';
  const to = toAdvisedRecipient(resources, person);
  const { timeZone: zone } = parsePreferences(person.preferences);
  const tokens = template === 'passwordChanged' ? await readUserApiTokens(em, userId, resources.now()) : [];
  const isAsked = template === 'welcome' && resources.env.smtpUrl !== undefined;
  const verification = isAsked ? await issueVerification(resources, userId) : null;
  const contents: Record<typeof template, () => MailContent> = {
    welcome: () => (verification ? unverifiedWelcomeMail(to, verification.token) : welcomeMail(to)),
    passwordChanged: () => passwordChangedMail(to, tokens, zone),
    newDevice: () => newDeviceMail(to, signIn ?? { device: 'Unknown device', address: 'unknown' }, zone),
    twoFactorOn: () => twoFactorOnMail(to),
    twoFactorOff: () => twoFactorOffMail(to),
    twoFactorReset: () => twoFactorResetMail(to),
    recoveryCodesRenewed: () => recoveryCodesRenewedMail(to),
    recoveryCodeUsed: () => recoveryCodeUsedMail(to, person.codesLeft),
    wrongCodes: () => wrongCodesMail(to),
    identityLinked: () => identityLinkedMail(to, provider),
    identityUnlinked: () => identityUnlinkedMail(to, provider),
    accountDeletion: () => accountDeletionMail(to, person.deletionAt ?? '', zone),
  };
  await resources.mailer.send(person.email, contents[template]());
}

export async function mailPasswordReset(resources: Resources, raw: unknown): Promise<void> {
  const { email: asked, isReverted } = v.parse(resetPayload, raw);
  const issued = await issuePasswordReset(resources, asked, isReverted);
  if (!issued) return;
  const { id, email, token } = issued;
  try {
    await resources.mailer.send(email, passwordResetMail(toMailRecipient(resources, issued), token));
  } catch (error) {
    await withdrawPasswordReset(resources, id);
    throw error;
  }
}

/** Mails the former address that the email was changed, with a link to revert it. */
export async function mailEmailChanged(resources: Resources, raw: unknown): Promise<void> {
  const issued = await createRevertToken(resources, v.parse(emailChangedPayload, raw).revertId);
  if (!issued) return;
  const { email, token } = issued;
  await resources.mailer.send(email, emailChangedMail(toMailRecipient(resources, issued), token));
}

const personPayload = v.object({ userId: v.string() });

/** Mails a link that verifies the present address of an account. */
export async function mailVerification(resources: Resources, raw: unknown): Promise<void> {
  const issued = await issueVerification(resources, v.parse(personPayload, raw).userId);
  if (!issued) return;
  const { email, token } = issued;
  await resources.mailer.send(email, verificationMail(toMailRecipient(resources, issued), token));
}

/** Mails that the first verification of an address ended the second factor. */
export async function mailTwoFactorEnded(resources: Resources, raw: unknown): Promise<void> {
  const { userId } = v.parse(personPayload, raw);
  const { rows } = await sql<MailedAccount & { email: string | null; isAdmin: boolean }>`
    select email, first_name as "firstName", preferences, is_admin as "isAdmin"
    from account where id = ${userId}`.execute(resources.orm.em.fork().getKysely());
  const [person] = rows;
  if (!person?.email) return;
  await resources.mailer.send(person.email, twoFactorEndedMail(toAdvisedRecipient(resources, person)));
}
