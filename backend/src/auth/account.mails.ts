import { EMAIL_VERIFICATION_HOURS } from '../../contract/limits.js';
import type { MailContent } from '../platform/mail/mailContent.js';
import { paragraph } from '../platform/i18n/paragraph.js';
import { tokenItems } from './apiToken.mails.js';
import type { ApiTokenRow } from './apiToken.reads.js';
import { resetUrl } from './passwordReset.service.js';
import { type MailRecipient, securityReason } from './security.mails.js';

/*
 * Mails about an account and its password.
 */

export const welcomeMail = ({ brandName, publicUrl, firstName, i18n }: MailRecipient): MailContent => ({
  i18n,
  subject: i18n.t('Welcome to {brandName}', { brandName }),
  heading: i18n.t('Welcome, {firstName}!', { firstName }),
  paragraphs: [i18n.t('Your account is ready. Create a project, add tasks, and drag them to Done.')],
  action: { label: i18n.t('Open {brandName}', { brandName }), url: `${publicUrl}/dashboard` },
  reason: i18n.t('You get this email because an account was created with this address.'),
});

const verifyAction = ({ publicUrl, i18n }: Pick<MailRecipient, 'publicUrl' | 'i18n'>, token: string) => ({
  label: i18n.t('Confirm this address'),
  url: `${publicUrl}/verify-email?token=${encodeURIComponent(token)}`,
});
const verifyWords = ({ i18n }: MailRecipient): string =>
  i18n.t('Please confirm that this address is yours. The link works once, for {hours} hours.', {
    hours: EMAIL_VERIFICATION_HOURS,
  });
const ignoreAdvice = ({ i18n }: MailRecipient): string =>
  i18n.t('If you did not create this account, ignore this email.');

export const unverifiedWelcomeMail = (to: MailRecipient, token: string): MailContent => ({
  ...welcomeMail(to),
  paragraphs: [...welcomeMail(to).paragraphs, verifyWords(to), ignoreAdvice(to)],
  action: verifyAction(to, token),
});

export const verificationMail = (to: MailRecipient, token: string): MailContent => {
  const { brandName, firstName, i18n } = to;
  return {
    i18n,
    subject: i18n.t('Confirm your email address for {brandName}', { brandName }),
    heading: i18n.t('Confirm your email address'),
    paragraphs: [
      paragraph(
        i18n,
        i18n.t('Hello {firstName}, this address was given for an account.', { firstName }),
        verifyWords(to),
      ),
      ignoreAdvice(to),
    ],
    action: verifyAction(to, token),
    reason: i18n.t('You get this email because someone entered this address for their account.'),
  };
};

export const passwordResetMail = (
  { brandName, publicUrl, firstName, i18n }: MailRecipient,
  token: string,
): MailContent => ({
  i18n,
  subject: i18n.t('Reset your {brandName} password', { brandName }),
  heading: i18n.t('Reset your password'),
  paragraphs: [
    i18n.t(
      'Hello {firstName}, someone asked to reset the password of your account. The link works once, for one hour.',
      { firstName },
    ),
    i18n.t('If that was not you, ignore this email: nothing has changed.'),
  ],
  action: { label: i18n.t('Choose a new password'), url: resetUrl({ publicUrl }, token), isRenewed: true },
  reason: i18n.t('You get this email because someone asked to reset the password of this address.'),
});

export const passwordChangedMail = (to: MailRecipient, tokens: readonly ApiTokenRow[], zone?: string): MailContent => {
  const { brandName, publicUrl, firstName, i18n } = to;
  return {
    i18n,
    subject: i18n.t('Your {brandName} password was changed', { brandName }),
    heading: i18n.t('Your password was changed'),
    paragraphs: [
      i18n.t(
        'Hello {firstName}, the password of your account was just changed, and your other devices were signed out.',
        { firstName },
      ),
      i18n.t('If that was not you, reset it now.'),
      ...(tokens.length > 0
        ? [i18n.t('These API tokens still work. Revoke any that you do not recognize in the settings:')]
        : []),
    ],
    ...(tokens.length > 0 && { items: tokenItems(tokens, to, zone) }),
    action: { label: i18n.t('Reset the password'), url: `${publicUrl}/forgot-password` },
    reason: securityReason(i18n),
  };
};
