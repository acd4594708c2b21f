import { sql } from 'kysely';
import * as v from 'valibot';
import { API_TOKENS } from '../../contract/limits.js';
import type { Resources } from '../kernel/context.js';
import type { MailContent } from '../kernel/mail/mailContent.js';
import { isoOf } from '../kernel/rows.js';
import { API_TOKENS_SHOWN, type ApiTokenRow } from './apiToken.reads.js';
import { preferencesOf } from './preferences.reads.js';
import { momentIn, REASON, RESET, resetAction, type To } from './security.mails.js';

type Item = NonNullable<MailContent['items']>[number];
type Facts = Pick<ApiTokenRow, 'name' | 'scope' | 'projectIds' | 'expiresAt'>;

/** Where one's tokens stand in the app. */
const placeOf = ({ publicUrl }: Pick<To, 'publicUrl'>): string => `${publicUrl}/settings#tokens`;

/** What a token may do, where, and until when. */
function factsOf({ scope, projectIds, expiresAt }: Facts, zone?: string): string {
  const act = scope === 'READ' ? 'reads' : 'reads and writes';
  const count = projectIds?.length;
  const where = count === undefined ? 'all your projects' : `${count} ${count === 1 ? 'project' : 'projects'}`;
  return `${act}, ${where}, until ${momentIn(isoOf(expiresAt), zone)}`;
}

/** Tokens as a list in a mail. */
export const tokenItems = (tokens: readonly Facts[], to: Pick<To, 'publicUrl'>, zone?: string): Item[] =>
  tokens.map((token) => ({ title: token.name, note: factsOf(token, zone), url: placeOf(to) }));

const madeMail = (to: To, token: Facts, zone?: string): MailContent => ({
  subject: `New API token for your ${to.brandName} account`,
  heading: 'An API token was made',
  paragraphs: [
    `Hello ${to.firstName}, a token was just made by which a program acts for you.`,
    'If that was you, there is nothing to do.',
    `${RESET} It ends every token, too.`,
  ],
  items: tokenItems([token], to, zone),
  action: resetAction(to),
  reason: REASON,
});

const endsMail = (to: To, token: Facts, zone?: string): MailContent => ({
  subject: `An API token of your ${to.brandName} account ends soon`,
  heading: `A token ends within ${API_TOKENS.toldDays} days`,
  paragraphs: [
    `Hello ${to.firstName}, from then on the program that uses this token cannot act for you any more. If you still need ` +
      'it, make a new token and give it that one.',
  ],
  items: tokenItems([token], to, zone),
  action: { label: 'Open your tokens', url: placeOf(to) },
  reason: 'You get this mail because you made this token.',
});

const MAILS = { made: madeMail, ends: endsMail };

const payload = v.object({ template: v.picklist(['made', 'ends']), tokenId: v.string() });

/** Tells somebody of a token of theirs: that it was made, or that it ends soon and was not revoked meanwhile. */
export async function mailApiToken({ orm, env, mailer }: Resources, raw: unknown): Promise<void> {
  const { template, tokenId } = v.parse(payload, raw);
  const em = orm.em.fork();
  const { rows } = await sql<{ userId: string; email: string; firstName: string; revoked: boolean }>`
    select a.id as "userId", a.email, a.first_name as "firstName", t.revoked_at is not null as revoked
    from api_token t join account a on a.id = t.user_id where t.id = ${tokenId}`.execute(em.getKysely());
  const [person] = rows;
  if (!person || (template === 'ends' && person.revoked)) return;
  const [token] = await API_TOKENS_SHOWN.read(em, sql`from api_token where id = ${tokenId}`);
  if (!token) return;
  const { brandName, publicUrl } = env;
  const zone = (await preferencesOf(em, [person.userId])).get(person.userId)?.timeZone;
  await mailer.send(person.email, MAILS[template]({ brandName, publicUrl, firstName: person.firstName }, token, zone));
}
