import * as v from 'valibot';
import { INVITATIONS } from '../../contract/limits.js';
import type { Env } from '../env.js';
import type { Resources } from '../kernel/context.js';
import { AppError } from '../kernel/errors.js';
import type { MailContent } from '../kernel/mail/mailContent.js';
import { securityEvent } from '../kernel/securityEvents.js';
import { type IssuedLink, issueInvitationLink } from './invitationLink.service.js';

/** What mail programs would make a link of, or could not show: schemes, domains, line breaks, signs that turn a text round. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;
const SCHEME = /:\/+/g;
const DOMAIN = /([.\u3002\uff0e\uff61])(?=\p{L})/gu;

/**
 * A name that anybody may have chosen, for a mail to somebody who knows neither them nor us: on one line, and nothing in it
 * is a link.
 */
export const plainName = (name: string): string =>
  name.replace(BREAKS, ' ').replace(SCHEME, ': ').replace(DOMAIN, '$1 ').replace(/\s+/g, ' ').trim();

/** The mail to somebody who is invited. */
export function invitationMail(
  { brandName, publicUrl }: Pick<Env, 'brandName' | 'publicUrl'>,
  { role, token, ...names }: Omit<IssuedLink, 'email'>,
): MailContent {
  const inviter = plainName(names.inviter);
  const project = `“${plainName(names.projectName)}”`;
  return {
    subject: `${inviter} invites you to ${project}`,
    heading: `Join ${project}`,
    paragraphs: [
      `${inviter} invites you to work on the project ${project} in ${brandName}${role === 'OWNER' ? ', as one of its owners' : ''}.`,
      `The link works once, for ${INVITATIONS.days} days. If you have no account yet, you make one there.`,
      'If you do not know who that is, ignore this mail: nothing happens.',
    ],
    action: { label: 'See the invitation', url: `${publicUrl}/invitation?token=${encodeURIComponent(token)}` },
    reason: 'You get this mail because somebody entered this address to invite you.',
  };
}

const payload = v.object({ id: v.string() });

/** Mails an invitation, unless it is over by now, or too many have gone to that address. */
export async function mailInvitation(resources: Resources, raw: unknown): Promise<void> {
  const { rates, mailer, env } = resources;
  const issued = await issueInvitationLink(resources, v.parse(payload, raw).id);
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
