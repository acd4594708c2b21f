import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import * as v from 'valibot';
import { INVITATIONS } from '../../contract/limits.js';
import { getI18n } from '../platform/i18n/i18n.js';
import { generateToken, hashToken } from '../auth/linkToken.js';
import { limitInvitationMails } from '../projects/invitation.job.js';
import type { Resources } from '../request/context.js';
import { languageOf } from '../users/language.js';
import { sanitizeName } from '../platform/i18n/sanitizeName.js';

/** An invitation to the server, as its link shows it. */
export interface AccountInvitation {
  id: string;
  email: string;
}

/** Returns the invitation of a token, or null if it has ended. In a transaction, locks it. */
export async function findAccountInvitation(
  em: EntityManager,
  token: string,
  now: Date,
): Promise<AccountInvitation | null> {
  const { rows } = await sql<AccountInvitation>`
    select id, email from account_invitation
    where token_hash = ${hashToken(token)} and ended_at is null and expires_at > ${now}`.execute(em.getKysely());
  return rows[0] ?? null;
}

/** Ends an invitation. Returns false if it has ended already. */
export async function endAccountInvitation(em: EntityManager, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update account_invitation set ended_at = ${at} where id = ${id} and ended_at is null returning id`.execute(
    em.getKysely(),
  );
  return rows.length > 0;
}

/** Ends the pending invitation of an address, which has an account now. */
export async function endAccountInvitationTo(em: EntityManager, email: string, at: Date): Promise<void> {
  await sql`
    update account_invitation set ended_at = ${at} where lower(email) = lower(${email}) and ended_at is null`.execute(
    em.getKysely(),
  );
}

/**
 * Mails the link of an invitation to the server, unless its address has got too many mails. Only the hash of its token
 * is stored; a retry replaces it.
 */
export async function mailAccountInvitation(resources: Resources, raw: unknown): Promise<void> {
  const { id } = v.parse(v.object({ id: v.string() }), raw);
  const { orm, now, mailer, env } = resources;
  const db = orm.em.fork().getKysely();
  const { rows } = await sql<{ email: string; inviter: string; preferences: Record<string, unknown> }>`
    select i.email, a.first_name || ' ' || a.last_name as inviter, a.preferences
    from account_invitation i join account a on a.id = i.inviter_id
    where i.id = ${id} and i.ended_at is null and i.expires_at > ${now()}`.execute(db);
  const [found] = rows;
  if (!found) return;
  const { email } = found;
  const inviter = sanitizeName(found.inviter);
  const { brandName } = env;
  // No one knows the language of the invited person yet.
  const i18n = getI18n(languageOf(found.preferences));
  await limitInvitationMails(resources, email, async () => {
    const token = generateToken();
    await sql`update account_invitation set token_hash = ${hashToken(token)} where id = ${id}`.execute(db);
    const query = new URLSearchParams({ invitation: token, email });
    await mailer.send(email, {
      i18n,
      subject: i18n.t('{inviter} invites you to {brandName}', { inviter, brandName }),
      heading: i18n.t('Join {brandName}', { brandName }),
      paragraphs: [
        i18n.t('{inviter} invites you to create an account in {brandName}.', { inviter, brandName }),
        i18n.t('The link works once, for {days} days.', { days: INVITATIONS.days }),
        i18n.t('If you do not know this person, ignore this email: nothing happens.'),
      ],
      action: {
        label: i18n.t('Create your account'),
        url: `${env.publicUrl}/register?${query.toString()}`,
        isRenewed: true,
      },
      reason: i18n.t('You get this email because someone entered this address to invite you.'),
    });
  });
}
