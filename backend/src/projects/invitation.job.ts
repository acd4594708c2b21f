import * as v from 'valibot';
import type { ProjectRole } from '../../contract/enums.js';
import { INVITATIONS } from '../../contract/limits.js';
import type { Env } from '../env.js';
import type { Resources } from '../request/context.js';
import { AppError } from '../platform/lib/errors.js';
import type { MailContent } from '../platform/mail/mailContent.js';
import { securityEvent } from '../request/securityEvents.js';
import { type IssuedLink, createInvitationLink } from './invitationLink.service.js';

/** Characters that mail clients turn into links or cannot show: schemes, domains, line breaks, bidi controls. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;
const SCHEME = /:\/+/g;
const DOMAIN = /([.\u3002\uff0e\uff61])(?=\p{L})/gu;

/** Makes a user-chosen name safe for a mail to a stranger: one line without links. */
export const sanitizeName = (name: string): string =>
  name.replace(BREAKS, ' ').replace(SCHEME, ': ').replace(DOMAIN, '$1 ').replace(/\s+/g, ' ').trim();

/** What the invited person can do, as the end of a sentence. */
const PURPOSES: Readonly<Record<ProjectRole, (project: string, brand: string) => string>> = {
  OWNER: (project, brand) => `to work on the project ${project} in ${brand}, as one of its owners`,
  MEMBER: (project, brand) => `to work on the project ${project} in ${brand}`,
  COMMENTER: (project, brand) => `to read and comment on the project ${project} in ${brand}`,
  VIEWER: (project, brand) => `to view the project ${project} in ${brand}`,
};

export function invitationMail(
  { brandName, publicUrl }: Pick<Env, 'brandName' | 'publicUrl'>,
  { role, token, ...names }: Omit<IssuedLink, 'email'>,
): MailContent {
  const inviter = sanitizeName(names.inviter);
  const project = `“${sanitizeName(names.projectName)}”`;
  return {
    subject: `${inviter} invites you to ${project}`,
    heading: `Join ${project}`,
    paragraphs: [
      `${inviter} invites you ${PURPOSES[role](project, brandName)}.`,
      `The link works once, for ${INVITATIONS.days} days. If you have no account yet, you can create one there.`,
      'If you do not know this person, ignore this email: nothing happens.',
    ],
    action: { label: 'See the invitation', url: `${publicUrl}/invitation?token=${encodeURIComponent(token)}` },
    reason: 'You get this email because someone entered this address to invite you.',
  };
}

const payload = v.object({ id: v.string() });

/** Mails an invitation unless it has ended or its address has got too many mails. */
export async function mailInvitation(resources: Resources, raw: unknown): Promise<void> {
  const { rates, mailer, env } = resources;
  const issued = await createInvitationLink(resources, v.parse(payload, raw).id);
  if (!issued) return;
  const { email } = issued;
  const key = email.toLowerCase();
  try {
    await rates.consume({ onRate: () => undefined }, 'invitationMailsPerEmail', key);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return securityEvent({ resources }, 'invitation_withheld', { email });
  }
  try {
    await mailer.send(email, invitationMail(env, issued));
  } catch (error) {
    await rates.giveBack('invitationMailsPerEmail', key);
    throw error;
  }
}
