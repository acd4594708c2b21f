import { isTimeZone } from '../../contract/timeZone.js';
import { EMAIL_REVERT_DAYS, RECOVERY_CODES, WRONG_CODES_MAILED } from '../../contract/limits.js';
import type { MailContent } from '../platform/mail/mailContent.js';

export interface To {
  brandName: string;
  publicUrl: string;
  firstName: string;
}

export const REASON = 'You get this email because it concerns the security of your account.';

/** Resetting the password also ends the sessions of an attacker. */
export const RESET = 'If that was not you, choose a new password now. That also ends every session.';
export const resetAction = ({ publicUrl }: To) => ({
  label: 'Choose a new password',
  url: `${publicUrl}/forgot-password`,
});

/** If an attacker has set up the second factor, a new password alone does not restore access. */
const ASK_OPERATOR =
  'If you are then asked for a code that you do not have, ask the people who run this server to reset it.';

const safetyMail = (to: To, subject: string, heading: string, sentence: string, advice: string[]): MailContent => ({
  subject,
  heading,
  paragraphs: [`Hello ${to.firstName}, ${sentence}`, ...advice],
  action: resetAction(to),
  reason: REASON,
});

/** Formats a time in the user's time zone. */
export const formatTime = (at: string, zone = 'UTC'): string =>
  new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: isTimeZone(zone) ? zone : 'UTC',
  }).format(new Date(at));

export const newDeviceMail = (
  to: To,
  { device, address, at }: { device: string; address: string; at?: string },
  zone?: string,
): MailContent =>
  safetyMail(
    to,
    `New sign-in to ${to.brandName}`,
    'A new device signed in',
    `someone just signed in to your account from a new device: ${device}, address ${address}` +
      `${at === undefined ? '' : `, on ${formatTime(at, zone)}`}.`,
    ['If that was you, you do not need to do anything.', RESET],
  );

/** Sent to the former address, with a link to revert the change. */
export const emailChangedMail = ({ brandName, publicUrl, firstName }: To, token: string): MailContent => ({
  subject: `Your ${brandName} email address was changed`,
  heading: 'Your email address was changed',
  paragraphs: [
    `Hello ${firstName}, your account now has another email address, and emails no longer come here.`,
    'If that was you, you do not need to do anything.',
    'If that was not you, take it back: your account gets this address again, every session ends, and we send you a link ' +
      `to choose a new password. The link works once, for ${EMAIL_REVERT_DAYS} days.`,
  ],
  action: { label: 'Take it back', url: `${publicUrl}/revert-email?token=${encodeURIComponent(token)}` },
  reason: REASON,
});

export const twoFactorOnMail = (to: To): MailContent =>
  safetyMail(
    to,
    `Two-factor sign-in is on for your ${to.brandName} account`,
    'Two-factor sign-in is on',
    'signing in to your account now takes a code from your authenticator app or one of your recovery codes.',
    [
      `Keep the ${RECOVERY_CODES} recovery codes where you can find them without your phone.`,
      `${RESET} ${ASK_OPERATOR}`,
    ],
  );

export const twoFactorOffMail = (to: To): MailContent =>
  safetyMail(
    to,
    `Two-factor sign-in is off for your ${to.brandName} account`,
    'Two-factor sign-in is off',
    'your account is now protected by its password alone.',
    [`${RESET} Then switch two-factor sign-in on again.`],
  );

export const twoFactorEndedMail = (to: To): MailContent =>
  safetyMail(
    to,
    `Two-factor sign-in is off for your ${to.brandName} account`,
    'Two-factor sign-in is off',
    'you just confirmed that this address is yours. That ends everything that was set up before, because someone else ' +
      'could have done it: sessions, API tokens and two-factor sign-in.',
    ['Switch two-factor sign-in on again in your profile.', RESET],
  );

export const twoFactorResetMail = (to: To): MailContent =>
  safetyMail(
    to,
    `Two-factor sign-in was reset for your ${to.brandName} account`,
    'Two-factor sign-in was reset',
    'the people who run this server removed the second factor of your account on request. Your account is now ' +
      'protected by its password alone.',
    ['If you did not ask for that, tell them, and choose a new password now. That also ends every session.'],
  );

export const recoveryCodesRenewedMail = (to: To): MailContent =>
  safetyMail(
    to,
    `New recovery codes for your ${to.brandName} account`,
    'New recovery codes were created',
    'your account has new recovery codes. The old ones no longer work.',
    [`${RESET} ${ASK_OPERATOR}`],
  );

export const recoveryCodeUsedMail = (to: To, left: number): MailContent =>
  safetyMail(
    to,
    `A recovery code of your ${to.brandName} account was used`,
    'A recovery code was used',
    `one of your recovery codes was just used. ${left === 0 ? 'None are left: create new ones in the settings.' : `There are ${left} left.`}`,
    [RESET],
  );

export const wrongCodesMail = (to: To): MailContent =>
  safetyMail(
    to,
    `Wrong codes for your ${to.brandName} account`,
    'Wrong codes were entered',
    `${WRONG_CODES_MAILED} wrong codes were entered for your account within 15 minutes. The person who did that knows your password or is signed in as you.`,
    ['If it was you, just wait for the next code in your app.', RESET],
  );

export const identityLinkedMail = (to: To, provider: string): MailContent =>
  safetyMail(
    to,
    `${provider} was linked to your ${to.brandName} account`,
    `${provider} was linked`,
    `from now on, you can sign in to your account with ${provider}.`,
    ['If that was you, you do not need to do anything.', `${RESET} It also unlinks ${provider}.`],
  );

export const identityUnlinkedMail = (to: To, provider: string): MailContent =>
  safetyMail(
    to,
    `${provider} was unlinked from your ${to.brandName} account`,
    `${provider} was unlinked`,
    `an account of ${provider} can no longer sign in to your account.`,
    ['If that was you, you do not need to do anything.', RESET],
  );

export const accountDeletionMail = (
  { brandName, publicUrl, firstName }: To,
  deletionAt: string,
  zone?: string,
): MailContent => {
  const until = formatTime(deletionAt, zone);
  return {
    subject: `Your ${brandName} account will be deleted`,
    heading: 'Your account will be deleted',
    paragraphs: [
      `Hello ${firstName}, someone asked to delete your account, and every session was ended. It will be deleted on ${until}.`,
      'To keep it, sign in before that and press “Restore my account”. Until then, you get only emails about the security of your account.',
      'If that was not you, choose a new password first, so that no one else can sign in, and then restore the account.',
    ],
    action: { label: 'Sign in to restore it', url: `${publicUrl}/login` },
    reason: REASON,
  };
};
