import * as v from 'valibot';
import { NotificationKind } from '../../contract/enums.js';
import type { Resources } from '../kernel/context.js';
import { readMailbox } from '../users/user.reads.js';
import { undoneActs } from './undone.js';
import { LISTED, type Notice } from './notices.js';
import { pathOf } from './path.js';

/** Where something is: a task, a project, or neither any more. */
const place = { taskId: v.nullable(v.string()), projectId: v.nullable(v.string()) };

const payload = v.object({
  userId: v.string(),
  title: v.string(),
  message: v.string(),
  ...place,
  // mails of one thing have no list, nor have those that an older version queued; those did not say of which kind it is
  kind: v.optional(v.enum(NotificationKind)),
  count: v.optional(v.number(), 1),
  // what it tells of, where somebody did it
  acts: v.optional(v.array(v.string()), []),
  // the ids of everything whose words it has: by them it is found when that is purged
  about: v.optional(v.array(v.string()), []),
  items: v.optional(v.array(v.object({ title: v.string(), note: v.string(), ...place })), []),
});
type Payload = v.InferInput<typeof payload>;

/** The one mail of all that an act has brought to a person. */
export function mailOf(notices: readonly Notice[]): Payload {
  const [first, ...others] = notices as [Notice, ...Notice[]];
  const { userId, title, message, taskId, projectId, kind, actorId, count, items } = first;
  const about = [...new Set(notices.flatMap((notice) => notice.about))];
  const acts = [...new Set(notices.flatMap(({ act }) => act ?? []))];
  if (others.length === 0) {
    const several = count > 1 && { message: '', count, items };
    return { userId, title, message, taskId, projectId, kind, acts, about, ...several };
  }
  const total = notices.reduce((sum, notice) => sum + notice.count, 0);
  return {
    userId,
    acts,
    about,
    title: actorId === null ? `${total} tasks are due or overdue` : `What is new: ${total} tasks`,
    message: notices.map((notice) => (notice.count > 1 ? notice.title : notice.message)).join('; '),
    taskId: null,
    projectId: null,
    count: total,
    items: notices.flatMap((notice) => notice.items).slice(0, LISTED),
  };
}

/** Mails a notification, or all that one act has brought. */
export async function mailNotification(resources: Resources, raw: unknown): Promise<void> {
  const { userId, title, message, items, acts, taskId, projectId, kind, count } = v.parse(payload, raw);
  const em = resources.orm.em.fork();
  // what is undone by now is not told: of several acts in one mail, when all are
  if (acts.length > 0 && (await undoneActs(em, acts)).size === acts.length) return;
  const person = await readMailbox(em, userId);
  if (!person) return;
  const { publicUrl, brandName } = resources.env;
  const more = count - items.length;
  await resources.mailer.send(person.email, {
    subject: title,
    heading: title,
    paragraphs: message === '' ? [] : [/[.!?…]$/.test(message) ? message : `${message}.`],
    items: items.map((item) => ({ title: item.title, note: item.note, url: `${publicUrl}${pathOf(item)}` })),
    more: items.length > 0 && more > 0 ? `and ${more} more` : undefined,
    action: { label: `Open in ${brandName}`, url: `${publicUrl}${pathOf({ taskId, projectId, kind, count })}` },
    reason: 'You get this mail because your preferences ask for it. Change them under Settings.',
  });
}
