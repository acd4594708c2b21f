import { sql } from 'kysely';
import * as v from 'valibot';
import { API_TOKENS } from '../../contract/limits.js';
import type { Resources } from '../request/context.js';
import type { MailContent } from '../platform/mail/mailContent.js';
import { toIso } from '../platform/database/rows.js';
import { API_TOKEN_ROWS, type ApiTokenRow } from './apiToken.reads.js';
import { loadPreferences } from './preferences.reads.js';
import { formatTime, REASON, RESET, resetAction, type To } from './security.mails.js';

type Item = NonNullable<MailContent['items']>[number];
type Facts = Pick<ApiTokenRow, 'name' | 'scope' | 'projectIds' | 'expiresAt'>;

const tokensUrl = ({ publicUrl }: Pick<To, 'publicUrl'>): string => `${publicUrl}/settings#tokens`;

/** Describes a token's scope, projects and expiry. */
function describeToken({ scope, projectIds, expiresAt }: Facts, zone?: string): string {
  const act = scope === 'READ' ? 'reads' : 'reads and writes';
  const count = projectIds?.length;
  const where = count === undefined ? 'all your projects' : `${count} ${count === 1 ? 'project' : 'projects'}`;
  return `${act}, ${where}, until ${formatTime(toIso(expiresAt), zone)}`;
}

export const tokenItems = (tokens: readonly Facts[], to: Pick<To, 'publicUrl'>, zone?: string): Item[] =>
  tokens.map((token) => ({ title: token.name, note: describeToken(token, zone), url: tokensUrl(to) }));

const createdMail = (to: To, token: Facts, zone?: string): MailContent => ({
  subject: `New API token for your ${to.brandName} account`,
  heading: 'An API token was created',
  paragraphs: [
    `Hello ${to.firstName}, an API token was just created for your account. A program can use it to act for you.`,
    'If that was you, you do not need to do anything.',
    `${RESET} It also revokes every token.`,
  ],
  items: tokenItems([token], to, zone),
  action: resetAction(to),
  reason: REASON,
});

const expiryMail = (to: To, token: Facts, zone?: string): MailContent => ({
  subject: `An API token of your ${to.brandName} account expires soon`,
  heading: `A token expires within ${API_TOKENS.noticeDays} days`,
  paragraphs: [
    `Hello ${to.firstName}, after that, the program that uses this token can no longer act for you. If you still need ` +
      'it, create a new token and give it to the program.',
  ],
  items: tokenItems([token], to, zone),
  action: { label: 'Open your tokens', url: tokensUrl(to) },
  reason: 'You get this email because you created this token.',
});

const MAILS = { made: createdMail, ends: expiryMail };

const payload = v.object({ template: v.picklist(['made', 'ends']), tokenId: v.string() });

/** Mails the owner that a token was created, or that it expires soon unless it was revoked meanwhile. */
export async function mailApiToken({ orm, env, mailer }: Resources, raw: unknown): Promise<void> {
  const { template, tokenId } = v.parse(payload, raw);
  const em = orm.em.fork();
  const { rows } = await sql<{ userId: string; email: string; firstName: string; revoked: boolean }>`
    select a.id as "userId", a.email, a.first_name as "firstName", t.revoked_at is not null as revoked
    from api_token t join account a on a.id = t.user_id where t.id = ${tokenId}`.execute(em.getKysely());
  const [person] = rows;
  if (!person || (template === 'ends' && person.revoked)) return;
  const [token] = await API_TOKEN_ROWS.read(em, sql`from api_token where id = ${tokenId}`);
  if (!token) return;
  const { brandName, publicUrl } = env;
  const zone = (await loadPreferences(em, [person.userId])).get(person.userId)?.timeZone;
  await mailer.send(person.email, MAILS[template]({ brandName, publicUrl, firstName: person.firstName }, token, zone));
}
