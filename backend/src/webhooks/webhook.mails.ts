import { sql } from 'kysely';
import * as v from 'valibot';
import type { WebhookPause } from '../../contract/enums.js';
import type { Resources } from '../request/context.js';

const payload = v.object({ webhookId: v.string() });

const REASONS: Readonly<Partial<Record<WebhookPause, string>>> = {
  FAILED: 'Its receiver has not accepted a message for a day.',
  GONE: 'Its receiver answered that it wants no further messages (410).',
};

interface Paused {
  email: string | null;
  firstName: string;
  name: string;
  reason: WebhookPause | null;
  error: string | null;
}

/** Mails the owner of a webhook that it was paused, unless it was started meanwhile. */
export async function mailWebhookPaused({ orm, env, mailer }: Resources, raw: unknown): Promise<void> {
  const { webhookId } = v.parse(payload, raw);
  const { rows } = await sql<Paused>`
    select a.email, a.first_name as "firstName", w.name, w.pause_reason as reason,
      (select coalesce(d.error, 'It answered ' || d.status || '.') from webhook_delivery d
        where d.webhook_id = w.id and d.state = 'FAILED' order by d.attempted_at desc limit 1) as error
    from webhook w join account a on a.id = w.user_id where w.id = ${webhookId}`.execute(orm.em.fork().getKysely());
  const [paused] = rows;
  const why = paused?.reason == null ? undefined : REASONS[paused.reason];
  if (!paused?.email || why === undefined) return;
  await mailer.send(paused.email, {
    subject: `Your webhook “${paused.name}” was paused`,
    heading: 'A webhook was paused',
    paragraphs: [
      `Hello ${paused.firstName}, your webhook “${paused.name}” was paused. ${why}`,
      ...(paused.error ? [`The last attempt: ${paused.error}`] : []),
      'Nothing is lost: when you start it again, it continues with the message that failed.',
    ],
    action: { label: 'Open your webhooks', url: `${env.publicUrl}/settings#webhooks` },
    reason: 'You get this email because you created this webhook.',
  });
}
