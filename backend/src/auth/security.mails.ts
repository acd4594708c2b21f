import type { I18n } from '@lingui/core';
import { isTimeZone } from '../../contract/timeZone.js';
import { EMAIL_REVERT_DAYS, RECOVERY_CODES, WRONG_CODES_MAILED } from '../../contract/limits.js';
import type { Resources } from '../request/context.js';
import { languageOf } from '../users/language.js';
import type { MailContent } from '../platform/mail/mailContent.js';
import { getI18n } from '../platform/i18n/i18n.js';
import { paragraph } from '../platform/i18n/paragraph.js';
import { sanitizeName } from '../platform/i18n/sanitizeName.js';
import { mayUsePassword } from './passwordSignIn.js';

export interface MailRecipient {
  brandName: string;
  publicUrl: string;
  firstName: string;
  /** The words of the person's language. */
  i18n: I18n;
}

/** The recipient of a mail, as their account is stored. */
export interface MailedAccount {
  firstName: string;
  preferences: Record<string, unknown>;
}

/** Returns the recipient of a mail, with the texts of their language. */
export const toMailRecipient = (
  { env }: Pick<Resources, 'env'>,
  { firstName, preferences }: MailedAccount,
): MailRecipient => ({
  brandName: env.brandName,
  publicUrl: env.publicUrl,
  // Anyone can enter an address and a name at an open server.
  firstName: sanitizeName(firstName),
  i18n: getI18n(languageOf(preferences)),
});

/** The recipient of a mail that says what to do if someone else did something. */
export interface AdvisedRecipient extends MailRecipient {
  /** Where passwords are off, only administrators can choose one. */
  canChoosePassword: boolean;
}

export const toAdvisedRecipient = (
  resources: Pick<Resources, 'env'>,
  account: MailedAccount & { isAdmin: boolean },
): AdvisedRecipient => ({
  ...toMailRecipient(resources, account),
  canChoosePassword: mayUsePassword(resources.env, account),
});

export const securityReason = (i18n: I18n): string =>
  i18n.t('You get this email because it concerns the security of your account.');

/** Resetting the password also ends the sessions of an attacker. `further` sentences are about a new password, too. */
export const safetyAdvice = ({ i18n, canChoosePassword }: AdvisedRecipient, ...further: string[]): string =>
  canChoosePassword
    ? paragraph(
        i18n,
        i18n.t('If that was not you, choose a new password now. That also ends every session.'),
        ...further,
      )
    : i18n.t(
        'If that was not you, sign out all other sessions in the settings, and tell the people who run this server.',
      );

export const safetyAction = ({ publicUrl, i18n, canChoosePassword }: AdvisedRecipient) =>
  canChoosePassword
    ? { label: i18n.t('Choose a new password'), url: `${publicUrl}/forgot-password` }
    : { label: i18n.t('Open your sessions'), url: `${publicUrl}/settings#security` };

export const noActionAdvice = (i18n: I18n): string => i18n.t('If that was you, you do not need to do anything.');

/** If an attacker has set up the second factor, a new password alone does not restore access. */
const operatorAdvice = (i18n: I18n): string =>
  i18n.t('If you are then asked for a code that you do not have, ask the people who run this server to reset it.');

const safetyMail = (
  to: AdvisedRecipient,
  content: Pick<MailContent, 'subject' | 'heading' | 'paragraphs'>,
): MailContent => ({
  i18n: to.i18n,
  ...content,
  action: safetyAction(to),
  reason: securityReason(to.i18n),
});

/** Formats a time in the person's language and time zone. */
export const formatTime = ({ locale }: I18n, at: string, zone = 'UTC'): string =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: isTimeZone(zone) ? zone : 'UTC',
  }).format(new Date(at));

interface SignInFacts {
  device: string;
  address: string;
  at?: string;
}

export const newDeviceMail = (
  to: AdvisedRecipient,
  { device, address, at }: SignInFacts,
  zone?: string,
): MailContent => {
  const { i18n, firstName, brandName } = to;
  const facts = { firstName, device: sanitizeName(device), address };
  return safetyMail(to, {
    subject: i18n.t('New sign-in to {brandName}', { brandName }),
    heading: i18n.t('A new device signed in'),
    paragraphs: [
      at === undefined
        ? i18n.t(
            'Hello {firstName}, someone just signed in to your account from a new device: {device}, address {address}.',
            facts,
          )
        : i18n.t(
            'Hello {firstName}, someone just signed in to your account from a new device: {device}, address {address}, on {time}.',
            { ...facts, time: formatTime(i18n, at, zone) },
          ),
      noActionAdvice(i18n),
      safetyAdvice(to),
    ],
  });
};

/** Sent to the former address, with a link to revert the change. */
export const emailChangedMail = (
  { brandName, publicUrl, firstName, i18n }: MailRecipient,
  token: string,
): MailContent => ({
  i18n,
  subject: i18n.t('Your {brandName} email address was changed', { brandName }),
  heading: i18n.t('Your email address was changed'),
  paragraphs: [
    i18n.t('Hello {firstName}, your account now has another email address, and emails no longer come here.', {
      firstName,
    }),
    noActionAdvice(i18n),
    i18n.t(
      'If that was not you, take it back: your account gets this address again, every session ends, and we send you a link to choose a new password. The link works once, for {days} days.',
      { days: EMAIL_REVERT_DAYS },
    ),
  ],
  action: {
    label: i18n.t('Take it back'),
    url: `${publicUrl}/revert-email?token=${encodeURIComponent(token)}`,
    isRenewed: true,
  },
  reason: securityReason(i18n),
});

export const twoFactorOnMail = (to: AdvisedRecipient): MailContent => {
  const { i18n, firstName, brandName } = to;
  return safetyMail(to, {
    subject: i18n.t('Two-factor sign-in is on for your {brandName} account', { brandName }),
    heading: i18n.t('Two-factor sign-in is on'),
    paragraphs: [
      i18n.t(
        'Hello {firstName}, signing in to your account now takes a code from your authenticator app or one of your recovery codes.',
        { firstName },
      ),
      i18n.t('Keep the {count} recovery codes where you can find them without your phone.', { count: RECOVERY_CODES }),
      safetyAdvice(to, operatorAdvice(i18n)),
    ],
  });
};

const offSubject = ({ i18n, brandName }: MailRecipient): string =>
  i18n.t('Two-factor sign-in is off for your {brandName} account', { brandName });

export const twoFactorOffMail = (to: AdvisedRecipient): MailContent => {
  const { i18n, firstName } = to;
  return safetyMail(to, {
    subject: offSubject(to),
    heading: i18n.t('Two-factor sign-in is off'),
    paragraphs: [
      i18n.t('Hello {firstName}, signing in to your account no longer asks for a code.', { firstName }),
      safetyAdvice(to, i18n.t('Then switch two-factor sign-in on again.')),
    ],
  });
};

export const twoFactorEndedMail = (to: AdvisedRecipient): MailContent => {
  const { i18n, firstName } = to;
  return safetyMail(to, {
    subject: offSubject(to),
    heading: i18n.t('Two-factor sign-in is off'),
    paragraphs: [
      i18n.t(
        'Hello {firstName}, you just confirmed that this address is yours. That ends everything that was set up before, because someone else could have done it: sessions, API tokens and two-factor sign-in.',
        { firstName },
      ),
      i18n.t('Switch two-factor sign-in on again in the settings.'),
      safetyAdvice(to),
    ],
  });
};

export const twoFactorResetMail = (to: AdvisedRecipient): MailContent => {
  const { i18n, firstName, brandName } = to;
  return safetyMail(to, {
    subject: i18n.t('Two-factor sign-in was reset for your {brandName} account', { brandName }),
    heading: i18n.t('Two-factor sign-in was reset'),
    paragraphs: [
      i18n.t(
        'Hello {firstName}, the people who run this server removed the second factor of your account on request. Signing in no longer asks for a code.',
        { firstName },
      ),
      to.canChoosePassword
        ? i18n.t('If you did not ask for that, tell them, and choose a new password now. That also ends every session.')
        : safetyAdvice(to),
    ],
  });
};

export const recoveryCodesRenewedMail = (to: AdvisedRecipient): MailContent => {
  const { i18n, firstName, brandName } = to;
  return safetyMail(to, {
    subject: i18n.t('New recovery codes for your {brandName} account', { brandName }),
    heading: i18n.t('New recovery codes were created'),
    paragraphs: [
      i18n.t('Hello {firstName}, your account has new recovery codes. The old ones no longer work.', { firstName }),
      safetyAdvice(to, operatorAdvice(i18n)),
    ],
  });
};

export const recoveryCodeUsedMail = (to: AdvisedRecipient, left: number): MailContent => {
  const { i18n, firstName, brandName } = to;
  return safetyMail(to, {
    subject: i18n.t('A recovery code of your {brandName} account was used', { brandName }),
    heading: i18n.t('A recovery code was used'),
    paragraphs: [
      paragraph(
        i18n,
        i18n.t('Hello {firstName}, one of your recovery codes was just used.', { firstName }),
        left === 0
          ? i18n.t('None are left: create new ones in the settings.')
          : i18n.t('{left, plural, one {There is # left.} other {There are # left.}}', { left }),
      ),
      safetyAdvice(to),
    ],
  });
};

export const wrongCodesMail = (to: AdvisedRecipient): MailContent => {
  const { i18n, firstName, brandName } = to;
  return safetyMail(to, {
    subject: i18n.t('Wrong codes for your {brandName} account', { brandName }),
    heading: i18n.t('Wrong codes were entered'),
    paragraphs: [
      i18n.t(
        'Hello {firstName}, {count} wrong codes were entered for your account within 15 minutes. The person who did that knows your password or is signed in as you.',
        { firstName, count: WRONG_CODES_MAILED },
      ),
      i18n.t('If it was you, just wait for the next code in your app.'),
      safetyAdvice(to),
    ],
  });
};

export const identityLinkedMail = (to: AdvisedRecipient, provider: string): MailContent => {
  const { i18n, firstName, brandName } = to;
  return safetyMail(to, {
    subject: i18n.t('{provider} was linked to your {brandName} account', { provider, brandName }),
    heading: i18n.t('{provider} was linked', { provider }),
    paragraphs: [
      i18n.t('Hello {firstName}, from now on, you can sign in to your account with {provider}.', {
        firstName,
        provider,
      }),
      noActionAdvice(i18n),
      safetyAdvice(to, i18n.t('It also unlinks {provider}.', { provider })),
    ],
  });
};

export const identityUnlinkedMail = (to: AdvisedRecipient, provider: string): MailContent => {
  const { i18n, firstName, brandName } = to;
  return safetyMail(to, {
    subject: i18n.t('{provider} was unlinked from your {brandName} account', { provider, brandName }),
    heading: i18n.t('{provider} was unlinked', { provider }),
    paragraphs: [
      i18n.t('Hello {firstName}, an account of {provider} can no longer sign in to your account.', {
        firstName,
        provider,
      }),
      noActionAdvice(i18n),
      safetyAdvice(to),
    ],
  });
};

export const accountDeletionMail = (
  { brandName, publicUrl, firstName, i18n, canChoosePassword }: AdvisedRecipient,
  deletionAt: string,
  zone?: string,
): MailContent => ({
  i18n,
  subject: i18n.t('Your {brandName} account will be deleted', { brandName }),
  heading: i18n.t('Your account will be deleted'),
  paragraphs: [
    i18n.t(
      'Hello {firstName}, someone asked to delete your account, and every session was ended. It will be deleted on {time}.',
      { firstName, time: formatTime(i18n, deletionAt, zone) },
    ),
    i18n.t(
      'To keep it, sign in before that and press “Restore my account”. Until then, you get only emails about the security of your account.',
    ),
    canChoosePassword
      ? i18n.t(
          'If that was not you, choose a new password first, so that no one else can sign in, and then restore the account.',
        )
      : i18n.t('If that was not you, restore the account, and tell the people who run this server.'),
  ],
  action: { label: i18n.t('Sign in to restore it'), url: `${publicUrl}/login` },
  reason: securityReason(i18n),
});
