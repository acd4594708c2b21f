import type { I18n } from '@lingui/core';
import * as v from 'valibot';
import type { ProjectRole } from '../../contract/enums.js';
import { INVITATIONS } from '../../contract/limits.js';
import type { Env } from '../env.js';
import type { Resources } from '../request/context.js';
import { AppError } from '../platform/lib/errors.js';
import { paragraph } from '../platform/i18n/paragraph.js';
import { sanitizeName } from '../platform/i18n/sanitizeName.js';
import { getI18n } from '../platform/i18n/i18n.js';
import { languageOf } from '../users/language.js';
import type { MailContent } from '../platform/mail/mailContent.js';
import { securityEvent } from '../request/securityEvents.js';
import { type IssuedLink, createInvitationLink } from './invitationLink.service.js';

/** Says what the invited person can do. */
function purposeWords(
  i18n: I18n,
  role: ProjectRole,
  names: Record<'inviter' | 'project' | 'brandName', string>,
): string {
  const sentences: Readonly<Record<ProjectRole, () => string>> = {
    OWNER: () =>
      i18n.t('{inviter} invites you to work on the project “{project}” in {brandName}, as one of its owners.', names),
    MEMBER: () => i18n.t('{inviter} invites you to work on the project “{project}” in {brandName}.', names),
    COMMENTER: () =>
      i18n.t('{inviter} invites you to read and comment on the project “{project}” in {brandName}.', names),
    VIEWER: () => i18n.t('{inviter} invites you to view the project “{project}” in {brandName}.', names),
  };
  return sentences[role]();
}

export function invitationMail(
  { brandName, publicUrl }: Pick<Env, 'brandName' | 'publicUrl'>,
  { role, token, preferences, ...names }: Omit<IssuedLink, 'email'>,
): MailContent {
  const i18n = getI18n(languageOf(preferences));
  const inviter = sanitizeName(names.inviter);
  const project = sanitizeName(names.projectName);
  return {
    i18n,
    subject: i18n.t('{inviter} invites you to “{project}”', { inviter, project }),
    heading: i18n.t('Join “{project}”', { project }),
    paragraphs: [
      purposeWords(i18n, role, { inviter, project, brandName }),
      paragraph(
        i18n,
        i18n.t('The link works once, for {days} days.', { days: INVITATIONS.days }),
        i18n.t('If you have no account yet, you can create one there.'),
      ),
      i18n.t('If you do not know this person, ignore this email: nothing happens.'),
    ],
    action: { label: i18n.t('See the invitation'), url: `${publicUrl}/invitation?token=${encodeURIComponent(token)}` },
    reason: i18n.t('You get this email because someone entered this address to invite you.'),
  };
}

const payload = v.object({ id: v.string() });

/**
 * Sends a mail with an invitation. Sends nothing if the address has got too many of them, to projects and to the server
 * together.
 */
export async function limitInvitationMails(
  resources: Resources,
  email: string,
  send: () => Promise<void>,
): Promise<void> {
  const { rates } = resources;
  const key = email.toLowerCase();
  try {
    await rates.consume({ onRate: () => undefined }, 'invitationMailsPerEmail', key);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return securityEvent({ resources }, 'invitation_withheld', { email });
  }
  try {
    await send();
  } catch (error) {
    await rates.refund('invitationMailsPerEmail', key);
    throw error;
  }
}

/** Mails an invitation unless it has ended or its address has got too many mails. */
export async function mailInvitation(resources: Resources, raw: unknown): Promise<void> {
  const { mailer, env } = resources;
  const issued = await createInvitationLink(resources, v.parse(payload, raw).id);
  if (!issued) return;
  const { email } = issued;
  await limitInvitationMails(resources, email, () => mailer.send(email, invitationMail(env, issued)));
}
