import { isReminder } from '@contract/notificationKinds';
import type { Sentence } from '../../texts/comments';
import { notificationsTexts } from '../../texts/notifications';
import type { NotificationItemFragment } from './NotificationItem.generated';

/** What a notification says: its sentence, and what stands below it. */
export interface Said {
  sentence: Sentence;
  about: string;
}

/** Marks a part of a text, the first that is there. */
const mark = (text: string, part: string | undefined): Sentence => {
  const at = part === undefined ? -1 : text.indexOf(part);
  if (part === undefined || at === -1) return text === '' ? [] : [text];
  return [text.slice(0, at), { strong: part }, text.slice(at + part.length)].filter((piece) => piece !== '');
};

/** Who did it, with whom the server's words begin, and the rest of them. */
const ofActor = (words: string, actor: NotificationItemFragment['actor']): [Sentence, string] =>
  actor && words.startsWith(`${actor.name} `)
    ? [[{ strong: actor.name }], words.slice(actor.name.length)]
    : [[], words];

/**
 * The server's words for the bell: who did it and what it is about stand out. Of one thing the sentence has the title in
 * quotes, which the type replaces here; what somebody wrote follows it after a colon.
 */
export const said = ({
  kind,
  title,
  message,
  count,
  group,
  actor,
  project,
}: Omit<NotificationItemFragment, 'id' | 'read' | 'createdAt'>): Said => {
  if (kind === 'NOTE') return { sentence: [{ strong: title }], about: message };
  if (group.size > 1 && isReminder(kind)) {
    const { tasks, ofReminders, andMore } = notificationsTexts.folded;
    return {
      sentence: [{ strong: tasks(group.count) }, ofReminders[kind]],
      about: count > 1 ? message : andMore(title, group.count - 1),
    };
  }
  const place = project?.name ?? '';
  const among = (about: string): string => [about, place].filter(Boolean).join(' · ');
  if (title === '' && message === '') return { sentence: [notificationsTexts.deleted], about: place };
  if (count > 1) {
    const [who, rest] = ofActor(title, actor);
    // '200 tasks'
    const things = new RegExp(`${count} \\S+`, 'u').exec(rest)?.[0];
    return { sentence: [...who, ...mark(rest, things)], about: among(message) };
  }
  const [who, rest] = ofActor(message, actor);
  const quoted = `“${title}”`;
  const at = rest.indexOf(quoted);
  // from before sentences had titles
  if (at === -1) return { sentence: [...who, rest], about: among(title) };
  const after = rest.slice(at + quoted.length);
  const isQuote = after.startsWith(': ');
  return {
    sentence: [...who, rest.slice(0, at), { strong: title }, isQuote ? '' : after].filter((piece) => piece !== ''),
    about: isQuote ? `“${after.slice(2)}”` : title === place ? '' : place,
  };
};
