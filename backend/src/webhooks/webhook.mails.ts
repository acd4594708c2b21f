import type { I18n } from '@lingui/core';
import { sql } from 'kysely';
import * as v from 'valibot';
import type { WebhookPause } from '../../contract/enums.js';
import { paragraph } from '../platform/i18n/paragraph.js';
import { getI18n } from '../platform/i18n/i18n.js';
import type { Resources } from '../request/context.js';
import { languageOf } from '../users/language.js';

const payload = v.object({ webhookId: v.string() });

/** Explains why the webhook was paused; undefined if its owner knows already. */
function reasonWords(i18n: I18n, reason: WebhookPause | null): string | undefined {
  if (reason === 'FAILED') return i18n.t('Its receiver has not accepted a message for a day.');
  return reason === 'GONE' ? i18n.t('Its receiver answered that it wants no further messages (410).') : undefined;
}

interface Paused {
  email: string | null;
  firstName: string;
  preferences: Record<string, unknown>;
  name: string;
  reason: WebhookPause | null;
  status: number | null;
  error: string | null;
}

/** Says in the person's language why the last message did not arrive. Only marked causes are translated. */
function causeWords(i18n: I18n, { status, error }: Pick<Paused, 'status' | 'error'>): string | undefined {
  if (error !== null) return i18n.t(error);
  return status === null ? undefined : i18n.t('It answered {status}.', { status });
}

/** Mails the owner of a webhook that it was paused, unless it was started meanwhile. */
export async function mailWebhookPaused({ orm, env, mailer }: Resources, raw: unknown): Promise<void> {
  const { webhookId } = v.parse(payload, raw);
  const { rows } = await sql<Paused>`
    select a.email, a.first_name as "firstName", a.preferences, w.name, w.pause_reason as reason,
      last.status, last.error
    from webhook w join account a on a.id = w.user_id
    left join lateral (
      select d.status, d.error from webhook_delivery d
      where d.webhook_id = w.id and d.state = 'FAILED' order by d.attempted_at desc limit 1) last on true
    where w.id = ${webhookId}`.execute(orm.em.fork().getKysely());
  const [paused] = rows;
  if (!paused?.email) return;
  const { email, firstName, preferences, name, reason } = paused;
  const i18n = getI18n(languageOf(preferences));
  const why = reasonWords(i18n, reason);
  if (why === undefined) return;
  const cause = causeWords(i18n, paused);
  await mailer.send(email, {
    i18n,
    subject: i18n.t('Your webhook “{name}” was paused', { name }),
    heading: i18n.t('A webhook was paused'),
    paragraphs: [
      paragraph(i18n, i18n.t('Hello {firstName}, your webhook “{name}” was paused.', { firstName, name }), why),
      ...(cause === undefined ? [] : [i18n.t('The last attempt: {error}', { error: cause })]),
      i18n.t('Nothing is lost: when you start it again, it continues with the message that failed.'),
    ],
    action: { label: i18n.t('Open your webhooks'), url: `${env.publicUrl}/settings#webhooks` },
    reason: i18n.t('You get this email because you created this webhook.'),
  });
}
