import { plural, t } from '@lingui/core/macro';
import type { NotificationKind } from '@contract/notificationKinds';
import { number } from './format';
import { sentence, type Sentence, type Strong } from './sentence';

/** The words beside the sentences of notifications. */
export const notificationSentences = {
  quote: (text: string) => t`“${text}”`,
  /** The names of some objects, and the number of further ones. */
  andMore: (names: string, others: number) => t`${names} and ${{ others: number(others) }} more`,
  and: (names: string, last: string) => t`${names} and ${last}`,
  /** Replaces the text of a notification whose task or project was purged. */
  deleted: t`This item was permanently deleted`,
};

/** What the sentence for one event contains. */
interface One {
  who: Strong;
  task: Strong;
  project: Strong;
  /** The name of the task's new column; null if there is none. */
  to: string | null;
  /** The person joined by the reader's invitation. */
  isJoined: boolean;
}

/** What the sentence for several events contains. */
interface Several extends Pick<One, 'who' | 'to'> {
  count: number;
}

export interface KindTexts {
  /** In the settings, where people choose the channels of each kind. */
  name: string;
  one: (values: One) => Sentence;
  several: (values: Several) => Sentence;
}

const tasks = (count: number): Strong => ({ strong: plural(count, { one: '# task', other: '# tasks' }) });
const projects = (count: number): Strong => ({ strong: plural(count, { one: '# project', other: '# projects' }) });
const comments = (count: number): Strong => ({ strong: plural(count, { one: '# comment', other: '# comments' }) });

/** `to` and `from` are a project, or a number of projects. */
const addedYou = (who: Strong, to: Strong): Sentence =>
  sentence({ who, to }, ({ who, to }) => t`${who} added you to ${to}`);
const removedYou = (who: Strong, from: Strong): Sentence =>
  sentence({ who, from }, ({ who, from }) => t`${who} removed you from ${from}`);
/** `what` is a task, or a number of tasks. */
const assigned = (who: Strong, what: Strong): Sentence =>
  sentence({ who, what }, ({ who, what }) => t`${who} assigned ${what} to you`);
const unassigned = (who: Strong, what: Strong): Sentence =>
  sentence({ who, what }, ({ who, what }) => t`${who} unassigned you from ${what}`);
const moved = (who: Strong, what: Strong, to: string | null): Sentence =>
  to === null
    ? sentence({ who, what }, ({ who, what }) => t`${who} moved ${what}`)
    : sentence({ who, what }, ({ who, what }) => t`${who} moved ${what} to ${to}`);
const exportReady = (): Sentence =>
  sentence(
    { download: { strong: t`Your download` } },
    ({ download }) => t`${download} is ready. It is kept for one day`,
  );

/** The words of each kind, in the order of the settings. Notes, which people write to themselves, have none. */
export const notificationKindTexts: Readonly<Record<Exclude<NotificationKind, 'NOTE'>, KindTexts>> = {
  TASK_ASSIGNED: {
    name: t`Tasks assigned to me`,
    one: ({ who, task }) => assigned(who, task),
    several: ({ who, count }) => assigned(who, tasks(count)),
  },
  TASK_UNASSIGNED: {
    name: t`Tasks no longer assigned to me`,
    one: ({ who, task }) => unassigned(who, task),
    several: ({ who, count }) => unassigned(who, tasks(count)),
  },
  TASK_STATUS: {
    name: t`Status changes`,
    one: ({ who, task, to }) => moved(who, task, to),
    several: ({ who, count, to }) => moved(who, tasks(count), to),
  },
  COMMENT: {
    name: t`Comments`,
    one: ({ who, task }) => sentence({ who, task }, ({ who, task }) => t`${who} commented on ${task}`),
    several: ({ who, count }) =>
      sentence({ who, comments: comments(count) }, ({ who, comments }) => t`${who} wrote ${comments}`),
  },
  MENTION: {
    name: t`Mentions`,
    one: ({ who, task }) => sentence({ who, task }, ({ who, task }) => t`${who} mentioned you on ${task}`),
    several: ({ who, count }) =>
      sentence({ who, comments: comments(count) }, ({ who, comments }) => t`${who} mentioned you in ${comments}`),
  },
  DUE_SOON: {
    name: t`Tasks due soon`,
    one: ({ task }) => sentence({ task }, ({ task }) => t`${task} is due within 24 hours`),
    several: ({ count }) => sentence({ tasks: tasks(count) }, ({ tasks }) => t`${tasks} are due within 24 hours`),
  },
  OVERDUE: {
    name: t`Overdue tasks`,
    one: ({ task }) => sentence({ task }, ({ task }) => t`${task} is overdue`),
    several: ({ count }) => sentence({ tasks: tasks(count) }, ({ tasks }) => t`${tasks} are overdue`),
  },
  MEMBER_ADDED: {
    name: t`New projects and members`,
    one: ({ who, project, isJoined }) =>
      isJoined ? sentence({ who, project }, ({ who, project }) => t`${who} joined ${project}`) : addedYou(who, project),
    several: ({ who, count }) => addedYou(who, projects(count)),
  },
  MEMBER_REMOVED: {
    name: t`Removal from projects`,
    one: ({ who, project }) => removedYou(who, project),
    several: ({ who, count }) => removedYou(who, projects(count)),
  },
  EXPORT_READY: { name: t`Data downloads`, one: exportReady, several: exportReady },
};
