import { sql } from 'kysely';
import * as v from 'valibot';
import { EMAIL_VERIFICATION_HOURS } from '../../contract/limits.js';
import type { Resources } from '../request/context.js';
import type { MailContent } from '../platform/mail/mailContent.js';
import { tokenItems } from './apiToken.mails.js';
import { type ApiTokenRow, readUserApiTokens } from './apiToken.reads.js';
import { issueVerification } from './emailVerification.service.js';
import { createRevertToken } from './emailChange.service.js';
import { issuePasswordReset, resetUrl, withdrawPasswordReset } from './passwordReset.service.js';
import { loadPreferences } from './preferences.reads.js';
import {
  accountDeletionMail,
  emailChangedMail,
  identityLinkedMail,
  identityUnlinkedMail,
  newDeviceMail,
  recoveryCodesRenewedMail,
  recoveryCodeUsedMail,
  type To,
  twoFactorEndedMail,
  twoFactorOffMail,
  twoFactorOnMail,
  twoFactorResetMail,
  wrongCodesMail,
} from './security.mails.js';

// Account mails are always sent, whatever the preferences: they concern the account's security.

const welcomeMail = ({ brandName, publicUrl, firstName }: To): MailContent => ({
  subject: `Welcome to ${brandName}`,
  heading: `Welcome, ${firstName}!`,
  paragraphs: ['Your account is ready. Create a project, add tasks, and drag them to Done.'],
  action: { label: `Open ${brandName}`, url: `${publicUrl}/dashboard` },
  reason: 'You get this email because an account was created with this address.',
});

const verifyAction = ({ publicUrl }: Pick<To, 'publicUrl'>, token: string) => ({
  label: 'Confirm this address',
  url: `${publicUrl}/verify-email?token=${encodeURIComponent(token)}`,
});
const VERIFY = `Please confirm that this address is yours. The link works once, for ${EMAIL_VERIFICATION_HOURS} hours.`;
const NOT_YOU = 'If you did not create this account, ignore this email.';

const unverifiedWelcomeMail = (to: To, token: string): MailContent => ({
  ...welcomeMail(to),
  paragraphs: [...welcomeMail(to).paragraphs, VERIFY, NOT_YOU],
  action: verifyAction(to, token),
});

const verificationMail = (to: To, token: string): MailContent => ({
  subject: `Confirm your email address for ${to.brandName}`,
  heading: 'Confirm your email address',
  paragraphs: [`Hello ${to.firstName}, this address was given for an account. ${VERIFY}`, NOT_YOU],
  action: verifyAction(to, token),
  reason: 'You get this email because someone entered this address for their account.',
});

const passwordResetMail = ({ brandName, publicUrl, firstName }: To, token: string): MailContent => ({
  subject: `Reset your ${brandName} password`,
  heading: 'Reset your password',
  paragraphs: [
    `Hello ${firstName}, someone asked to reset the password of your account. The link works once, for one hour.`,
    'If that was not you, ignore this email: nothing has changed.',
  ],
  action: { label: 'Choose a new password', url: resetUrl({ publicUrl }, token) },
  reason: 'You get this email because someone asked to reset the password of this address.',
});

const passwordChangedMail = (
  { brandName, publicUrl, firstName }: To,
  tokens: readonly ApiTokenRow[],
  zone?: string,
): MailContent => ({
  subject: `Your ${brandName} password was changed`,
  heading: 'Your password was changed',
  paragraphs: [
    `Hello ${firstName}, the password of your account was just changed, and your other devices were signed out.`,
    'If that was not you, reset it now.',
    ...(tokens.length > 0
      ? ['These API tokens still work. Revoke any that you do not recognize in the settings:']
      : []),
  ],
  ...(tokens.length > 0 && { items: tokenItems(tokens, { publicUrl }, zone) }),
  action: { label: 'Reset the password', url: `${publicUrl}/forgot-password` },
  reason: 'You get this email because it concerns the security of your account.',
});

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
  /** Only for `newDevice`. */
  signIn: v.optional(v.object({ device: v.string(), address: v.string(), at: v.string() })),
});
const resetPayload = v.object({ email: v.string(), isReverted: v.optional(v.boolean()) });
const emailChangedPayload = v.object({ revertId: v.string() });

export async function mailAccount(resources: Resources, raw: unknown): Promise<void> {
  const { template, userId, signIn } = v.parse(mailPayload, raw);
  const em = resources.orm.em.fork();
  const { rows } = await sql<{
    email: string | null;
    firstName: string;
    deletionAt: string | null;
    codesLeft: number;
  }>`
    select email, first_name as "firstName", deletion_at as "deletionAt",
      (select count(*)::int from recovery_code c where c.user_id = a.id and c.used_at is null) as "codesLeft"
    from account a where id = ${userId}`.execute(em.getKysely());
  const [person] = rows;
  // the account was blanked or restored meanwhile
  if (!person?.email || (template === 'accountDeletion' && person.deletionAt === null)) return;
  const { brandName, publicUrl, oidc } = resources.env;
  const provider = oidc?.name ?? 'your sign-in provider';
  const to = { brandName, publicUrl, firstName: person.firstName };
  const zone = (await loadPreferences(em, [userId])).get(userId)?.timeZone;
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
  const { id, email, firstName, token } = issued;
  const { brandName, publicUrl } = resources.env;
  try {
    await resources.mailer.send(email, passwordResetMail({ brandName, publicUrl, firstName }, token));
  } catch (error) {
    await withdrawPasswordReset(resources, id);
    throw error;
  }
}

/** Mails the former address that the email was changed, with a link to revert it. */
export async function mailEmailChanged(resources: Resources, raw: unknown): Promise<void> {
  const issued = await createRevertToken(resources, v.parse(emailChangedPayload, raw).revertId);
  if (!issued) return;
  const { email, firstName, token } = issued;
  const { brandName, publicUrl } = resources.env;
  await resources.mailer.send(email, emailChangedMail({ brandName, publicUrl, firstName }, token));
}

const personPayload = v.object({ userId: v.string() });

/** Mails a link that verifies the present address of an account. */
export async function mailVerification(resources: Resources, raw: unknown): Promise<void> {
  const issued = await issueVerification(resources, v.parse(personPayload, raw).userId);
  if (!issued) return;
  const { email, firstName, token } = issued;
  const { brandName, publicUrl } = resources.env;
  await resources.mailer.send(email, verificationMail({ brandName, publicUrl, firstName }, token));
}

/** Mails that the first verification of an address ended the second factor. */
export async function mailTwoFactorEnded({ orm, env, mailer }: Resources, raw: unknown): Promise<void> {
  const { userId } = v.parse(personPayload, raw);
  const { rows } = await sql<{ email: string | null; firstName: string }>`
    select email, first_name as "firstName" from account where id = ${userId}`.execute(orm.em.fork().getKysely());
  const [person] = rows;
  if (!person?.email) return;
  const { brandName, publicUrl } = env;
  await mailer.send(person.email, twoFactorEndedMail({ brandName, publicUrl, firstName: person.firstName }));
}
