import type { Letter } from '../kernel/mail/letter.js';

/** The mails about an account. They are always sent: they concern its safety. */

export const welcomeLetter = (brandName: string, firstName: string, publicUrl: string): Letter => ({
  subject: `Welcome to ${brandName}`,
  heading: `Welcome, ${firstName}!`,
  paragraphs: ['Your account is ready. Make a project, add what has to be done, and drag it to done.'],
  action: { label: `Open ${brandName}`, url: `${publicUrl}/dashboard` },
  reason: 'You get this mail because an account was made with this address.',
});

export const passwordResetLetter = (
  brandName: string,
  firstName: string,
  publicUrl: string,
  token: string,
): Letter => ({
  subject: `Reset your ${brandName} password`,
  heading: 'Reset your password',
  paragraphs: [
    `Hello ${firstName}, somebody asked to reset the password of your account. The link works once, for one hour.`,
    'If that was not you, ignore this mail: nothing has changed.',
  ],
  action: { label: 'Choose a new password', url: `${publicUrl}/reset-password?token=${encodeURIComponent(token)}` },
  reason: 'You get this mail because a password reset was asked for with this address.',
});

export const passwordChangedLetter = (brandName: string, firstName: string, publicUrl: string): Letter => ({
  subject: `Your ${brandName} password was changed`,
  heading: 'Your password was changed',
  paragraphs: [
    `Hello ${firstName}, the password of your account was just changed, and your other devices were signed out.`,
    'If that was not you, reset it at once.',
  ],
  action: { label: 'Reset the password', url: `${publicUrl}/forgot-password` },
  reason: 'You get this mail because it concerns the safety of your account.',
});
