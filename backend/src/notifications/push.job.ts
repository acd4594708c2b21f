import { sql } from 'kysely';
import * as v from 'valibot';
import { fitText } from '../../contract/graphemes.js';
import type { Resources } from '../request/context.js';
import type { MailableNotification } from './events.js';
import { notificationPath } from './path.js';
import { loadPushKey, readPushTarget } from './push.reads.js';
import { findUndone } from './undone.js';

/** Older pushes are dropped. */
const STALE_MS = 3_600_000;
/** Keeps the payload below the 3,900 bytes of a push. */
const TEXT_MAX = 300;

const payload = v.object({
  target: v.string(),
  title: v.string(),
  body: v.string(),
  path: v.string(),
  /** A later push with the same tag replaces the notification in the browser. */
  tag: v.nullable(v.string()),
  at: v.string(),
  /** Keys of the change sets that caused it; empty for reminders. */
  acts: v.optional(v.array(v.string()), []),
  /** Jobs queued by an older version have only the first one. */
  act: v.optional(v.nullable(v.string()), null),
  /** Ids of the objects that it quotes: purging one of them removes the job. */
  about: v.optional(v.array(v.string()), []),
});
type Payload = v.InferInput<typeof payload>;

const clip = (text: string): string => (text.length > TEXT_MAX ? `${fitText(text, TEXT_MAX - 1).trimEnd()}…` : text);

export const composePushes = (notification: MailableNotification, targets: readonly string[], now: Date): Payload[] =>
  targets.map((target) => ({
    target,
    title: clip(notification.title),
    body: clip(notification.message),
    path: notificationPath(notification),
    tag: notification.source,
    at: now.toISOString(),
    acts: [...notification.acts],
    about: [...notification.about],
  }));

/** Sends one push. Deletes the subscription if the push service no longer knows it. */
export async function pushNotification(resources: Resources, raw: unknown): Promise<void> {
  const { orm, now, push } = resources;
  const { target: id, at, acts, act, about: _, ...message } = v.parse(payload, raw);
  const em = orm.em.fork();
  if (now().getTime() - Date.parse(at) > STALE_MS) return;
  const sets = act === null ? acts : [act];
  if (sets.length > 0 && (await findUndone(em, sets)).size === sets.length) return;
  const target = await readPushTarget(em, id, now());
  if (!target) return;
  const result = await push.send(target, await loadPushKey(resources), JSON.stringify(message));
  if (result === 'gone') await sql`delete from push_subscription where id = ${id}`.execute(em.getKysely());
}
