import type { I18n } from '@lingui/core';
import { sql } from 'kysely';
import * as v from 'valibot';
import { API_TOKENS } from '../../contract/limits.js';
import type { Resources } from '../request/context.js';
import type { MailContent } from '../platform/mail/mailContent.js';
import { toIso } from '../platform/database/rows.js';
import { API_TOKEN_ROWS, type ApiTokenRow } from './apiToken.reads.js';
import { parsePreferences } from './preferences.reads.js';
import {
  type AdvisedRecipient,
  formatTime,
  type MailedAccount,
  type MailRecipient,
  noActionAdvice,
  safetyAction,
  safetyAdvice,
  securityReason,
  toAdvisedRecipient,
} from './security.mails.js';

type Item = NonNullable<MailContent['items']>[number];
type Facts = Pick<ApiTokenRow, 'name' | 'scope' | 'projectIds' | 'expiresAt'>;

const tokensUrl = ({ publicUrl }: Pick<MailRecipient, 'publicUrl'>): string => `${publicUrl}/settings#tokens`;

/** Describes a token's scope, projects and expiry. */
function describeToken({ scope, projectIds, expiresAt }: Facts, i18n: I18n, zone?: string): string {
  const count = projectIds?.length;
  const where =
    count === undefined
      ? i18n.t('all your projects')
      : i18n.t('{count, plural, one {# project} other {# projects}}', { count });
  const values = { where, time: formatTime(i18n, toIso(expiresAt), zone) };
  return scope === 'READ'
    ? i18n.t('reads, {where}, until {time}', values)
    : i18n.t('reads and writes, {where}, until {time}', values);
}

export const tokenItems = (
  tokens: readonly Facts[],
  to: Pick<MailRecipient, 'publicUrl' | 'i18n'>,
  zone?: string,
): Item[] =>
  tokens.map((token) => ({ title: token.name, note: describeToken(token, to.i18n, zone), url: tokensUrl(to) }));

const createdMail = (to: AdvisedRecipient, token: Facts, zone?: string): MailContent => {
  const { i18n, firstName, brandName } = to;
  return {
    i18n,
    subject: i18n.t('New API token for your {brandName} account', { brandName }),
    heading: i18n.t('An API token was created'),
    paragraphs: [
      i18n.t(
        'Hello {firstName}, an API token was just created for your account. A program can use it to act for you.',
        { firstName },
      ),
      noActionAdvice(i18n),
      safetyAdvice(to, i18n.t('It also revokes every token.')),
    ],
    items: tokenItems([token], to, zone),
    action: safetyAction(to),
    reason: securityReason(i18n),
  };
};

const expiryMail = (to: MailRecipient, token: Facts, zone?: string): MailContent => {
  const { i18n, firstName, brandName } = to;
  return {
    i18n,
    subject: i18n.t('An API token of your {brandName} account expires soon', { brandName }),
    heading: i18n.t('A token expires within {days} days', { days: API_TOKENS.noticeDays }),
    paragraphs: [
      i18n.t(
        'Hello {firstName}, after that, the program that uses this token can no longer act for you. If you still need it, create a new token and give it to the program.',
        { firstName },
      ),
    ],
    items: tokenItems([token], to, zone),
    action: { label: i18n.t('Open your tokens'), url: tokensUrl(to) },
    reason: i18n.t('You get this email because you created this token.'),
  };
};

const MAILS = { made: createdMail, ends: expiryMail };

const payload = v.object({ template: v.picklist(['made', 'ends']), tokenId: v.string() });

/** Mails the owner that a token was created, or that it expires soon unless it was revoked meanwhile. */
export async function mailApiToken({ orm, env, mailer }: Resources, raw: unknown): Promise<void> {
  const { template, tokenId } = v.parse(payload, raw);
  const em = orm.em.fork();
  const { rows } = await sql<MailedAccount & { email: string; isAdmin: boolean; revoked: boolean }>`
    select a.email, a.first_name as "firstName", a.preferences, a.is_admin as "isAdmin",
      t.revoked_at is not null as revoked
    from api_token t join account a on a.id = t.user_id where t.id = ${tokenId}`.execute(em.getKysely());
  const [person] = rows;
  if (!person || (template === 'ends' && person.revoked)) return;
  const [token] = await API_TOKEN_ROWS.read(em, sql`from api_token where id = ${tokenId}`);
  if (!token) return;
  const { timeZone } = parsePreferences(person.preferences);
  await mailer.send(person.email, MAILS[template](toAdvisedRecipient({ env }, person), token, timeZone));
}
