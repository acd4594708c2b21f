import { plural, t } from '@lingui/core/macro';
import { number } from './format';
import { sentence, type Sentence, type Strong } from './sentence';

/** The sentences of notifications. */
export const notificationSentences = {
  tasks: (count: number) => plural(count, { one: '# task', other: '# tasks' }),
  projects: (count: number) => plural(count, { one: '# project', other: '# projects' }),
  comments: (count: number) => plural(count, { one: '# comment', other: '# comments' }),
  quote: (text: string) => t`“${text}”`,
  /** The names of some objects, and the number of further ones. */
  andMore: (names: string, others: number) => t`${names} and ${{ others: number(others) }} more`,
  and: (names: string, last: string) => t`${names} and ${last}`,
  /** Replaces the text of a notification whose task or project was purged. */
  deleted: t`This item was permanently deleted`,
  yourDownload: t`Your download`,
  exportReady: (download: Strong): Sentence =>
    sentence({ download }, ({ download }) => t`${download} is ready. It is kept for one day`),
  joined: (who: Strong, project: Strong): Sentence =>
    sentence({ who, project }, ({ who, project }) => t`${who} joined ${project}`),
  /** `to` and `from` are a project, or a number of projects. */
  addedYou: (who: Strong, to: Strong): Sentence => sentence({ who, to }, ({ who, to }) => t`${who} added you to ${to}`),
  removedYou: (who: Strong, from: Strong): Sentence =>
    sentence({ who, from }, ({ who, from }) => t`${who} removed you from ${from}`),
  /** `what` is a task, or a number of tasks. */
  assigned: (who: Strong, what: Strong): Sentence =>
    sentence({ who, what }, ({ who, what }) => t`${who} assigned ${what} to you`),
  unassigned: (who: Strong, what: Strong): Sentence =>
    sentence({ who, what }, ({ who, what }) => t`${who} unassigned you from ${what}`),
  movedTo: (who: Strong, what: Strong, to: string): Sentence =>
    sentence({ who, what }, ({ who, what }) => t`${who} moved ${what} to ${to}`),
  moved: (who: Strong, what: Strong): Sentence => sentence({ who, what }, ({ who, what }) => t`${who} moved ${what}`),
  commented: (who: Strong, task: Strong): Sentence =>
    sentence({ who, task }, ({ who, task }) => t`${who} commented on ${task}`),
  wrote: (who: Strong, comments: Strong): Sentence =>
    sentence({ who, comments }, ({ who, comments }) => t`${who} wrote ${comments}`),
  mentioned: (who: Strong, task: Strong): Sentence =>
    sentence({ who, task }, ({ who, task }) => t`${who} mentioned you on ${task}`),
  mentionedIn: (who: Strong, comments: Strong): Sentence =>
    sentence({ who, comments }, ({ who, comments }) => t`${who} mentioned you in ${comments}`),
  isDueSoon: (task: Strong): Sentence => sentence({ task }, ({ task }) => t`${task} is due within 24 hours`),
  areDueSoon: (tasks: Strong): Sentence => sentence({ tasks }, ({ tasks }) => t`${tasks} are due within 24 hours`),
  isOverdue: (task: Strong): Sentence => sentence({ task }, ({ task }) => t`${task} is overdue`),
  areOverdue: (tasks: Strong): Sentence => sentence({ tasks }, ({ tasks }) => t`${tasks} are overdue`),
};
