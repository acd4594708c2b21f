import { isReminder } from '@contract/notificationKinds';
import { anyColumnLabel, STATUS_LABELS } from '../../lib/text';
import { notificationSentences as texts } from '../../texts/notificationSentences';
import { joined } from '../../texts/joined';
import type { Sentence, Strong } from '../../texts/sentence';
import type { NotificationItemFragment } from './NotificationItem.generated';

/** The text of a notification: a sentence, and the line below it. */
export interface Said {
  sentence: Sentence;
  about: string;
}

type Params = NonNullable<NotificationItemFragment['params']>;
type Kind = Exclude<NotificationItemFragment['kind'], 'NOTE'>;

const toColumn = ({ column, status }: Params): string | null =>
  column === null ? status && STATUS_LABELS[status] : anyColumnLabel(column);

/** The sentences for one event, with `task` and `project` highlighted. */
const ONE: Readonly<Record<Kind, (who: Strong, of: { task: Strong; project: Strong }, params: Params) => Sentence>> = {
  MEMBER_ADDED: (who, { project }, { joined }) => (joined ? texts.joined(who, project) : texts.addedYou(who, project)),
  MEMBER_REMOVED: (who, { project }) => texts.removedYou(who, project),
  TASK_ASSIGNED: (who, { task }) => texts.assigned(who, task),
  TASK_UNASSIGNED: (who, { task }) => texts.unassigned(who, task),
  TASK_STATUS: (who, { task }, params) => move(who, task, params),
  COMMENT: (who, { task }) => texts.commented(who, task),
  MENTION: (who, { task }) => texts.mentioned(who, task),
  DUE_SOON: (_who, { task }) => texts.isDueSoon(task),
  OVERDUE: (_who, { task }) => texts.isOverdue(task),
  EXPORT_READY: () => texts.exportReady({ strong: texts.yourDownload }),
};

const tasks = (count: number): Strong => ({ strong: texts.tasks(count) });
const projects = (count: number): Strong => ({ strong: texts.projects(count) });
const comments = (count: number): Strong => ({ strong: texts.comments(count) });

/** The sentences for several events. */
const SEVERAL: Readonly<Record<Kind, (who: Strong, count: number, params: Params) => Sentence>> = {
  MEMBER_ADDED: (who, count) => texts.addedYou(who, projects(count)),
  MEMBER_REMOVED: (who, count) => texts.removedYou(who, projects(count)),
  TASK_ASSIGNED: (who, count) => texts.assigned(who, tasks(count)),
  TASK_UNASSIGNED: (who, count) => texts.unassigned(who, tasks(count)),
  TASK_STATUS: (who, count, params) => move(who, tasks(count), params),
  COMMENT: (who, count) => texts.wrote(who, comments(count)),
  MENTION: (who, count) => texts.mentionedIn(who, comments(count)),
  DUE_SOON: (_who, count) => texts.areDueSoon(tasks(count)),
  OVERDUE: (_who, count) => texts.areOverdue(tasks(count)),
  EXPORT_READY: () => texts.exportReady({ strong: texts.yourDownload }),
};

function move(who: Strong, what: Strong, params: Params): Sentence {
  const to = toColumn(params);
  return to === null ? texts.moved(who, what) : texts.movedTo(who, what, to);
}

/** Joins quoted names: “A”, “B” and 10 more. */
const listNames = (names: readonly string[], more: number): string => {
  const quoted = names.map(texts.quote);
  if (more > 0) return quoted.length === 0 ? '' : texts.andMore(joined(quoted), more);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : texts.and(joined(quoted), last);
};

/**
 * Returns the text of a notification. Notifications of earlier versions have no params, so their English text is shown.
 */
export const said = ({
  kind,
  title,
  message,
  count,
  params,
  group,
  actor,
  project,
}: Omit<NotificationItemFragment, 'id' | 'read' | 'createdAt'>): Said => {
  if (kind === 'NOTE') return { sentence: [{ strong: title }], about: message };
  if (group.size > 1 && isReminder(kind)) {
    const about = count > 1 ? message : listNames([title], group.count - 1);
    return { sentence: (kind === 'OVERDUE' ? texts.areOverdue : texts.areDueSoon)(tasks(group.count)), about };
  }
  const place = project?.name ?? '';
  const among = (about: string): string => [about, place].filter(Boolean).join(' · ');
  if (title === '' && message === '') return { sentence: [texts.deleted], about: place };
  if (!params) return count > 1 ? { sentence: [title], about: among(message) } : { sentence: [message], about: place };
  const who = { strong: actor?.name ?? params.actor ?? '' };
  if (count > 1) {
    return { sentence: SEVERAL[kind](who, count, params), about: among(listNames(params.names, params.more)) };
  }
  const of = { task: { strong: params.task ?? '' }, project: { strong: params.project ?? '' } };
  const sentence = ONE[kind](who, of, params);
  if (params.comment !== null) return { sentence, about: texts.quote(params.comment) };
  return { sentence, about: kind === 'MEMBER_ADDED' || kind === 'MEMBER_REMOVED' ? '' : place };
};
