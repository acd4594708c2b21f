import { sql } from 'kysely';
import * as v from 'valibot';
import type { Services } from '../kernel/context.js';
import type { MailContent } from '../kernel/mail/mailContent.js';
import { issuePasswordReset, withdrawPasswordReset } from './passwordReset.service.js';

// The mails about an account are always sent: they concern its safety.

const welcomeMail = (brandName: string, firstName: string, publicUrl: string): MailContent => ({
  subject: `Welcome to ${brandName}`,
  heading: `Welcome, ${firstName}!`,
  paragraphs: ['Your account is ready. Make a project, add what has to be done, and drag it to done.'],
  action: { label: `Open ${brandName}`, url: `${publicUrl}/dashboard` },
  reason: 'You get this mail because an account was made with this address.',
});

const passwordResetMail = (brandName: string, firstName: string, publicUrl: string, token: string): MailContent => ({
  subject: `Reset your ${brandName} password`,
  heading: 'Reset your password',
  paragraphs: [
    `Hello ${firstName}, somebody asked to reset the password of your account. The link works once, for one hour.`,
    'If that was not you, ignore this mail: nothing has changed.',
  ],
  action: { label: 'Choose a new password', url: `${publicUrl}/reset-password?token=${encodeURIComponent(token)}` },
  reason: 'You get this mail because a password reset was asked for with this address.',
});

const passwordChangedMail = (brandName: string, firstName: string, publicUrl: string): MailContent => ({
  subject: `Your ${brandName} password was changed`,
  heading: 'Your password was changed',
  paragraphs: [
    `Hello ${firstName}, the password of your account was just changed, and your other devices were signed out.`,
    'If that was not you, reset it at once.',
  ],
  action: { label: 'Reset the password', url: `${publicUrl}/forgot-password` },
  reason: 'You get this mail because it concerns the safety of your account.',
});

const mailPayload = v.object({
  template: v.picklist(['welcome', 'passwordChanged']),
  userId: v.string(),
});
const resetPayload = v.object({ email: v.string() });

/** Sends one of the mails about an account. */
export async function mailAccount(services: Services, raw: unknown): Promise<void> {
  const { template, userId } = v.parse(mailPayload, raw);
  const { rows } = await sql<{ email: string; firstName: string }>`
    select email, first_name as "firstName" from account where id = ${userId}`.execute(
    services.orm.em.fork().getKysely(),
  );
  const [person] = rows;
  if (!person) return;
  const { brandName, publicUrl } = services.env;
  const contents: Record<typeof template, () => MailContent> = {
    welcome: () => welcomeMail(brandName, person.firstName, publicUrl),
    passwordChanged: () => passwordChangedMail(brandName, person.firstName, publicUrl),
  };
  await services.mailer.send(person.email, contents[template]());
}

/** Looks up who asked for a reset, and mails the link. */
export async function mailPasswordReset(services: Services, raw: unknown): Promise<void> {
  const issued = await issuePasswordReset(services, v.parse(resetPayload, raw).email);
  if (!issued) return;
  const { id, email, firstName, token } = issued;
  const { brandName, publicUrl } = services.env;
  try {
    await services.mailer.send(email, passwordResetMail(brandName, firstName, publicUrl, token));
  } catch (error) {
    await withdrawPasswordReset(services, id);
    throw error;
  }
}
