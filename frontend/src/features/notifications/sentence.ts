import { isReminder, subjectOf } from '@contract/notificationKinds';
import { anyColumnLabel, STATUS_LABELS } from '../../lib/text';
import {
  type KindTexts,
  notificationKindTexts,
  notificationSentences as texts,
} from '../../texts/notificationSentences';
import { joined } from '../../texts/joined';
import type { Sentence } from '../../texts/sentence';
import type { NotificationItemFragment } from './NotificationItem.generated';

/** The text of a notification: a sentence, and the line below it. */
export interface NotificationText {
  sentence: Sentence;
  about: string;
}

type Params = NonNullable<NotificationItemFragment['params']>;
const toColumn = ({ column, status }: Params): string | null =>
  column === null ? status && STATUS_LABELS[status] : anyColumnLabel(column);

/** Joins quoted names: “A”, “B” and 10 more. */
const listNames = (names: readonly string[], more: number): string => {
  const quoted = names.map(texts.quote);
  if (more > 0) return quoted.length === 0 ? '' : texts.andMore(joined(quoted), more);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : texts.and(joined(quoted), last);
};

/** The sentences of a kind; undefined for one that only a newer server knows. */
const textsOf = (kind: keyof typeof notificationKindTexts): KindTexts | undefined => notificationKindTexts[kind];

/**
 * Returns the text of a notification. The English text is shown for notifications of earlier versions, which have no
 * params, and for kinds that only a newer server knows.
 */
export const writeNotificationText = ({
  kind,
  title,
  message,
  count,
  params,
  group,
  actor,
  project,
}: Omit<NotificationItemFragment, 'id' | 'read' | 'createdAt'>): NotificationText => {
  if (kind === 'NOTE') return { sentence: [{ strong: title }], about: message };
  const kindTexts = textsOf(kind);
  const who = { strong: actor?.name ?? params?.actor ?? '' };
  if (kindTexts && group.size > 1 && isReminder(kind)) {
    const names = count > 1 ? params?.names : [title];
    const about = names ? listNames(names, group.count - names.length) : message;
    return { sentence: kindTexts.several({ who, count: group.count, to: null }), about };
  }
  const place = project?.name ?? '';
  const among = (about: string): string => [about, place].filter(Boolean).join(' · ');
  if (title === '' && message === '') return { sentence: [texts.deleted], about: place };
  if (!params || !kindTexts)
    return count > 1 ? { sentence: [title], about: among(message) } : { sentence: [message || title], about: place };
  const to = toColumn(params);
  if (count > 1) {
    return { sentence: kindTexts.several({ who, count, to }), about: among(listNames(params.names, params.more)) };
  }
  const task = { strong: params.task ?? '' };
  const sentence = kindTexts.one({ who, task, project: { strong: params.project ?? '' }, to, isJoined: params.joined });
  if (params.comment !== null) return { sentence, about: texts.quote(params.comment) };
  return { sentence, about: subjectOf(kind) === 'PROJECT' ? '' : place };
};
