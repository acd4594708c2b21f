import { getI18n } from '../platform/i18n/i18n.js';
import type { ChangeSetName } from '../request/context.js';
import type { NewNotification } from './inbox.js';
import { excerptComment, type Subject } from './subject.js';
import { composeText, composeSummary } from './messages.js';
import { paramsOf, pickNamed } from './params.js';

/** Something that happened and concerns one person. */
export interface NotificationEvent extends Subject {
  userId: string;
  actorId: string | null;
  taskId: string | null;
  projectId: string | null;
  /** Identifies the event; a person gets one notification per source. */
  source: string;
}

/** An event without an actor, a project or a task. */
export const systemEvent = (facts: Pick<NotificationEvent, 'userId' | 'kind' | 'source'>): NotificationEvent => ({
  ...facts,
  actor: '',
  actorId: null,
  project: '',
  projectId: null,
  task: '',
  taskId: null,
  fields: {},
});

/** The key of a change set (stored as `act` or in `acts`); the source of each event that it caused begins with it. */
export const formatChangeSetKey = ({ projectId, revision }: ChangeSetName): string => `${projectId}:${revision}`;

/** The key of the change set that caused an event; null for reminders. */
export const parseChangeSetKey = (source: string): string | null => /^[0-9a-f-]{36}:\d+(?=:)/.exec(source)?.[0] ?? null;

/** One row of a mail's list. */
export interface ListedItem {
  title: string;
  note: string;
  taskId: string | null;
  projectId: string | null;
}

/** A new notification with the rows that a mail lists. */
export interface MailableNotification extends NewNotification {
  items: ListedItem[];
}

/** The ids of the objects that an event names or quotes: its task, its project, and the object in `source`. */
const referencedIds = ({ taskId, projectId, source }: NotificationEvent): string[] =>
  [taskId, projectId, /[0-9a-f-]{36}$/.exec(source)?.[0]].filter((id) => id != null);

const collectReferencedIds = (events: readonly NotificationEvent[]): string[] => [
  ...new Set(events.flatMap(referencedIds)),
];

/** Rows of a mail's list. */
export const MAX_LISTED = 10;

const toListedItem = (event: NotificationEvent): ListedItem => ({
  title: event.task || event.project,
  note: 'text' in event.fields ? excerptComment(event) : event.project,
  taskId: event.taskId,
  projectId: event.projectId,
});

/** The events of one person and kind, which become one notification. */
export interface EventGroup {
  /** All events, or the first `MAX_LISTED` of a bulk run. */
  events: readonly [NotificationEvent, ...NotificationEvent[]];
  count: number;
  /** The project of all events; null if they differ. */
  projectId: string | null;
  /** Keys of the change sets of all events; empty for reminders. */
  acts: readonly string[];
}

export function groupEvents(all: readonly NotificationEvent[]): EventGroup[] {
  const groups = Map.groupBy(all, ({ userId, kind }) => `${userId}:${kind}`);
  return [...(groups.values() as Iterable<[NotificationEvent, ...NotificationEvent[]]>)].map((events) => {
    const [{ projectId }] = events;
    const common = events.every((it) => it.projectId === projectId) ? projectId : null;
    const acts = [...new Set(events.flatMap(({ source }) => parseChangeSetKey(source) ?? []))];
    return { events, count: events.length, projectId: common, acts };
  });
}

/** Makes the notification of a group, in English unless other words are given. */
export function composeNotification(group: EventGroup, i18n = getI18n('en')): MailableNotification {
  const { events, count, projectId: common, acts } = group;
  const [first] = events;
  const { userId, kind, actorId, taskId, projectId, source } = first;
  const items = events.slice(0, MAX_LISTED).map(toListedItem);
  const params = paramsOf(group);
  if (count === 1) {
    const about = collectReferencedIds([first]);
    return {
      userId,
      kind,
      ...composeText(i18n, first),
      params,
      actorId,
      taskId,
      projectId,
      count,
      source,
      acts,
      about,
      items,
    };
  }
  return {
    userId,
    kind,
    ...composeSummary(i18n, events, count, params),
    params,
    actorId,
    taskId: null,
    projectId: common,
    count,
    source: `${count}:${kind}:${source}`,
    acts,
    about: collectReferencedIds([...pickNamed(events), ...events.slice(0, MAX_LISTED)]),
    items,
  };
}
