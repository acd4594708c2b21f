import { isTimeZone } from '../../contract/timeZone.js';
import { EMAIL_REVERT_DAYS, RECOVERY_CODES, WRONG_CODES_TOLD } from '../../contract/limits.js';
import type { MailContent } from '../kernel/mail/mailContent.js';

/** Whom such a mail is for, and from where. */
export interface To {
  brandName: string;
  publicUrl: string;
  firstName: string;
}

export const REASON = 'You get this mail because it concerns the safety of your account.';

/** What undoes what somebody else has done: it ends every session, theirs too. */
export const RESET = 'If that was not you, choose a new password at once: it signs everybody out.';
export const resetAction = ({ publicUrl }: To) => ({
  label: 'Choose a new password',
  url: `${publicUrl}/forgot-password`,
});

/** Where a second factor was put there by somebody else, a new password alone does not let its owner in. */
const ASK_OPERATOR = 'If you are asked for a code that you do not have then, ask whoever runs this server to reset it.';

const safetyMail = (to: To, subject: string, heading: string, sentence: string, advice: string[]): MailContent => ({
  subject,
  heading,
  paragraphs: [`Hello ${to.firstName}, ${sentence}`, ...advice],
  action: resetAction(to),
  reason: REASON,
});

/** A moment where the person is. */
export const momentIn = (at: string, zone = 'UTC'): string =>
  new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: isTimeZone(zone) ? zone : 'UTC',
  }).format(new Date(at));

/** Somebody has signed in from a device that the account did not know. */
export const newDeviceMail = (
  to: To,
  { device, address, at }: { device: string; address: string; at?: string },
  zone?: string,
): MailContent =>
  safetyMail(
    to,
    `New sign-in to ${to.brandName}`,
    'A new device signed in',
    `somebody has just signed in to your account from a device that was not used before: ${device}, address ${address}` +
      `${at === undefined ? '' : `, on ${momentIn(at, zone)}`}.`,
    ['If that was you, there is nothing to do.', RESET],
  );

/** The e-mail was changed; this goes to the former address, with the way back. */
export const emailChangedMail = ({ brandName, publicUrl, firstName }: To, token: string): MailContent => ({
  subject: `Your ${brandName} e-mail address was changed`,
  heading: 'Your e-mail address was changed',
  paragraphs: [
    `Hello ${firstName}, your account now has another e-mail address, and mails no longer come here.`,
    'If that was you, there is nothing to do.',
    'If that was not you, take it back: this address is yours again, everybody is signed out, and a link to a new password ' +
      `comes here. The link works once, for ${EMAIL_REVERT_DAYS} days.`,
  ],
  action: { label: 'Take it back', url: `${publicUrl}/revert-email?token=${encodeURIComponent(token)}` },
  reason: REASON,
});

/** Two-factor was switched on. */
export const twoFactorOnMail = (to: To): MailContent =>
  safetyMail(
    to,
    `Two-factor sign-in is on for your ${to.brandName} account`,
    'Two-factor sign-in is on',
    'from now on, signing in to your account takes a code of your authenticator app, or one of your recovery codes.',
    [`Keep the ${RECOVERY_CODES} recovery codes where you find them without your phone.`, `${RESET} ${ASK_OPERATOR}`],
  );

/** Two-factor was switched off. */
export const twoFactorOffMail = (to: To): MailContent =>
  safetyMail(
    to,
    `Two-factor sign-in is off for your ${to.brandName} account`,
    'Two-factor sign-in is off',
    'your account is protected by its password alone again.',
    [`${RESET} Then switch two-factor sign-in on again.`],
  );

/** The operator has taken the second factor away. */
export const twoFactorResetMail = (to: To): MailContent =>
  safetyMail(
    to,
    `Two-factor sign-in was reset for your ${to.brandName} account`,
    'Two-factor sign-in was reset',
    'whoever runs this server has taken the second factor off your account, as somebody asked for it. Your account is ' +
      'protected by its password alone.',
    ['If you did not ask for that, tell them, and choose a new password at once: it signs everybody out.'],
  );

/** There are new recovery codes. */
export const recoveryCodesRenewedMail = (to: To): MailContent =>
  safetyMail(
    to,
    `New recovery codes for your ${to.brandName} account`,
    'New recovery codes were made',
    'your account has new recovery codes. The ones before do not work any more.',
    [`${RESET} ${ASK_OPERATOR}`],
  );

/** A recovery code was used. */
export const recoveryCodeUsedMail = (to: To, left: number): MailContent =>
  safetyMail(
    to,
    `A recovery code of your ${to.brandName} account was used`,
    'A recovery code was used',
    `one of your recovery codes was just used. ${left === 0 ? 'None is left: make new ones in the settings.' : `There are ${left} left.`}`,
    [RESET],
  );

/** Somebody guesses at codes. */
export const wrongCodesMail = (to: To): MailContent =>
  safetyMail(
    to,
    `Wrong codes for your ${to.brandName} account`,
    'Somebody entered wrong codes',
    `${WRONG_CODES_TOLD} wrong codes were entered for your account within a quarter of an hour. Whoever did that knows your password or is signed in as you.`,
    ['If it was you, there is nothing to do: wait for the next code of your app.', RESET],
  );

/** The account is being deleted: until when it can be restored, and how. */
export const accountDeletionMail = (
  { brandName, publicUrl, firstName }: To,
  deletionAt: string,
  zone?: string,
): MailContent => {
  const until = momentIn(deletionAt, zone);
  return {
    subject: `Your ${brandName} account will be deleted`,
    heading: 'Your account will be deleted',
    paragraphs: [
      `Hello ${firstName}, somebody has asked to delete your account, and everybody was signed out of it. It is deleted on ${until}.`,
      'To keep it, sign in before that and press “Restore my account”. Nothing more comes to this address in the meantime, but for mails about the safety of the account.',
      'If that was not you, choose a new password first, so that nobody else can sign in, and then restore the account.',
    ],
    action: { label: 'Sign in to restore it', url: `${publicUrl}/login` },
    reason: REASON,
  };
};
