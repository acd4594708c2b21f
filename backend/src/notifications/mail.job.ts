import type { I18n } from '@lingui/core';
import * as v from 'valibot';
import { NotificationKind } from '../../contract/notificationKinds.js';
import { parsePreferences } from '../auth/preferences.reads.js';
import type { Resources } from '../request/context.js';
import { endSentence } from '../platform/i18n/paragraph.js';
import { getI18n } from '../platform/i18n/i18n.js';
import { readMailbox } from '../users/user.reads.js';
import { findUndone } from './undone.js';
import { MAX_LISTED, type MailableNotification } from './events.js';
import { notificationPath, notificationSettings } from './path.js';
import { wantsMail } from './preferencePolicy.js';

/** Both are null if the task and the project were deleted. */
const place = { taskId: v.nullable(v.string()), projectId: v.nullable(v.string()) };

const payload = v.object({
  userId: v.string(),
  title: v.string(),
  message: v.string(),
  ...place,
  // Jobs queued by an older version have neither a kind nor a list.
  kind: v.optional(v.enum(NotificationKind)),
  count: v.optional(v.number(), 1),
  // Keys of the change sets that caused it; empty for reminders.
  acts: v.optional(v.array(v.string()), []),
  // Ids of the objects that it quotes: purging one of them removes the job.
  about: v.optional(v.array(v.string()), []),
  items: v.optional(v.array(v.object({ title: v.string(), note: v.string(), ...place })), []),
});
type Payload = v.InferInput<typeof payload>;

/** One mail for all notifications that a command causes for one person, in these words. */
export function composeMail(notifications: readonly MailableNotification[], i18n: I18n): Payload {
  const [first, ...others] = notifications as [MailableNotification, ...MailableNotification[]];
  const { userId, title, message, taskId, projectId, kind, actorId, count, items } = first;
  const about = [...new Set(notifications.flatMap((notification) => notification.about))];
  const acts = [...new Set(notifications.flatMap((notification) => notification.acts))];
  if (others.length === 0) {
    const several = count > 1 && { message: '', count, items };
    return { userId, title, message, taskId, projectId, kind, acts, about, ...several };
  }
  const total = notifications.reduce((sum, notification) => sum + notification.count, 0);
  return {
    userId,
    acts,
    about,
    title:
      actorId === null
        ? i18n.t('{count, plural, one {# task is due or overdue} other {# tasks are due or overdue}}', { count: total })
        : i18n.t('What’s new: {count, plural, one {# task} other {# tasks}}', { count: total }),
    message: notifications
      .map((notification) => (notification.count > 1 ? notification.title : notification.message))
      .join('; '),
    taskId: null,
    projectId: null,
    count: total,
    items: notifications.flatMap((notification) => notification.items).slice(0, MAX_LISTED),
  };
}

export async function mailNotification(resources: Resources, raw: unknown): Promise<void> {
  const { userId, title, message, items, acts, taskId, projectId, kind, count } = v.parse(payload, raw);
  const em = resources.orm.em.fork();
  // A mail about several change sets is dropped only if all of them were undone.
  if (acts.length > 0 && (await findUndone(em, acts)).size === acts.length) return;
  const person = await readMailbox(em, userId);
  if (!person) return;
  // A mail can wait for days, and its person can have turned it off since. A mail about several kinds has no kind.
  const wants = parsePreferences(person.preferences);
  if (!(kind ? wantsMail(kind, wants) : wants.email)) return;
  const { publicUrl, brandName } = resources.env;
  const more = count - items.length;
  const i18n = getI18n(person.language);
  await resources.mailer.send(person.email, {
    i18n,
    subject: title,
    heading: title,
    paragraphs: message === '' ? [] : [endSentence(i18n, message)],
    items: items.map((item) => ({ title: item.title, note: item.note, url: `${publicUrl}${notificationPath(item)}` })),
    more: items.length > 0 && more > 0 ? i18n.t('and {more} more', { more }) : undefined,
    action: {
      label: i18n.t('Open in {brandName}', { brandName }),
      url: `${publicUrl}${notificationPath({ taskId, projectId, kind, count })}`,
    },
    reason: i18n.t('You get this email because your preferences ask for it. Change them under Settings.'),
    settingsUrl: notificationSettings(publicUrl),
  });
}
