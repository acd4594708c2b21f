import type { I18n } from '@lingui/core';
import type { TaskStatus } from '../../contract/enums.js';
import type { NotificationKind } from '../../contract/notificationKinds.js';
import { excerptComment, newStatus, type Subject } from './subject.js';

/** The text of a notification in one language: English for programs, the person's own for mails and pushes. */
export interface NotificationText {
  title: string;
  message: string;
}

/** The server's rules for a kind of notification; rules that the app needs, too, are in the contract. */
interface KindRules {
  /** Its description in the schema. */
  description: string;
  /** Mailed only to people who want project updates. */
  isProjectUpdate: boolean;
  /** People who have muted the task or its project do not hear of it. */
  isMutable: boolean;
  /** Text for one event: a title, and a sentence that quotes the title; null if the caller gives the text. */
  one: ((i18n: I18n, subject: Subject) => NotificationText) | null;
  /** Headline for several events, without names; null if there is never more than one. */
  several: ((i18n: I18n, actor: string, count: number, subjects: readonly Subject[]) => string) | null;
}

type SentenceOf = (i18n: I18n, subject: Subject) => string;

const taskText =
  (sentence: SentenceOf): KindRules['one'] =>
  (i18n, subject) => ({ title: subject.task, message: sentence(i18n, subject) });

const projectText =
  (sentence: SentenceOf): KindRules['one'] =>
  (i18n, subject) => ({ title: subject.project, message: sentence(i18n, subject) });

export const KINDS: Readonly<Record<NotificationKind, KindRules>> = {
  MEMBER_ADDED: {
    description: 'You were added to a project, or someone joined one by your invitation.',
    isProjectUpdate: true,
    isMutable: false,
    one: projectText((i18n, { actor, project, joined }) =>
      joined
        ? i18n.t('{actor} joined “{project}”', { actor, project })
        : i18n.t('{actor} added you to “{project}”', { actor, project }),
    ),
    several: (i18n, actor, count) =>
      i18n.t('{actor} added you to {count, plural, one {# project} other {# projects}}', { actor, count }),
  },
  MEMBER_REMOVED: {
    description: 'You were removed from a project.',
    isProjectUpdate: true,
    isMutable: false,
    one: projectText((i18n, { actor, project }) => i18n.t('{actor} removed you from “{project}”', { actor, project })),
    several: (i18n, actor, count) =>
      i18n.t('{actor} removed you from {count, plural, one {# project} other {# projects}}', { actor, count }),
  },
  TASK_ASSIGNED: {
    description: 'Tasks were assigned to you.',
    isProjectUpdate: false,
    isMutable: false,
    one: taskText((i18n, { actor, task }) => i18n.t('{actor} assigned “{task}” to you', { actor, task })),
    several: (i18n, actor, count) =>
      i18n.t('{actor} assigned {count, plural, one {# task} other {# tasks}} to you', { actor, count }),
  },
  TASK_UNASSIGNED: {
    description: 'You were unassigned from tasks.',
    isProjectUpdate: false,
    isMutable: false,
    one: taskText((i18n, { actor, task }) => i18n.t('{actor} unassigned you from “{task}”', { actor, task })),
    several: (i18n, actor, count) =>
      i18n.t('{actor} unassigned you from {count, plural, one {# task} other {# tasks}}', { actor, count }),
  },
  TASK_STATUS: {
    description: 'Tasks that you created, are assigned to or watch got another status.',
    isProjectUpdate: true,
    isMutable: true,
    one: taskText((i18n, subject) => {
      const { actor, task } = subject;
      return i18n.t('{actor} moved “{task}” to {column}', { actor, task, column: columnWords(i18n, subject) });
    }),
    several: (i18n, actor, count, subjects) => {
      const [to = '', ...others] = new Set(subjects.map((subject) => columnWords(i18n, subject)));
      return others.length === 0
        ? i18n.t('{actor} moved {count, plural, one {# task} other {# tasks}} to {column}', {
            actor,
            count,
            column: to,
          })
        : i18n.t('{actor} moved {count, plural, one {# task} other {# tasks}}', { actor, count });
    },
  },
  COMMENT: {
    description: 'Someone commented on tasks that you created, are assigned to, commented on or watch.',
    isProjectUpdate: false,
    isMutable: true,
    one: taskText((i18n, subject) => {
      const { actor, task } = subject;
      return i18n.t('{actor} commented on “{task}”: {text}', { actor, task, text: excerptComment(subject) });
    }),
    several: (i18n, actor, count) =>
      i18n.t('{actor} wrote {count, plural, one {# comment} other {# comments}}', { actor, count }),
  },
  MENTION: {
    description: 'Someone mentioned you in a comment.',
    isProjectUpdate: false,
    isMutable: false,
    one: taskText((i18n, subject) => {
      const { actor, task } = subject;
      return i18n.t('{actor} mentioned you on “{task}”: {text}', { actor, task, text: excerptComment(subject) });
    }),
    several: (i18n, actor, count) =>
      i18n.t('{actor} mentioned you in {count, plural, one {# comment} other {# comments}}', { actor, count }),
  },
  DUE_SOON: {
    description: 'Your tasks are due within 24 hours.',
    isProjectUpdate: false,
    isMutable: true,
    one: taskText((i18n, { task }) => i18n.t('“{task}” is due within 24 hours', { task })),
    several: (i18n, _actor, count) =>
      i18n.t('{count, plural, one {# task is due within 24 hours} other {# tasks are due within 24 hours}}', { count }),
  },
  OVERDUE: {
    description: 'Your tasks are overdue.',
    isProjectUpdate: false,
    isMutable: true,
    one: taskText((i18n, { task }) => i18n.t('“{task}” is overdue', { task })),
    several: (i18n, _actor, count) =>
      i18n.t('{count, plural, one {# task is overdue} other {# tasks are overdue}}', { count }),
  },
  EXPORT_READY: {
    description: 'A download of your data is ready; see `exports`.',
    isProjectUpdate: false,
    isMutable: false,
    one: (i18n) => ({
      title: i18n.t('Your download'),
      message: i18n.t('“Your download” is ready. It is kept for one day'),
    }),
    several: null,
  },
  NOTE: {
    description: 'A note that you wrote to yourself.',
    isProjectUpdate: false,
    isMutable: false,
    one: null,
    several: null,
  },
};

/** The names of statuses, which are also the names of home columns that were never renamed. */
const statusWords = (i18n: I18n): Readonly<Record<TaskStatus, string>> => ({
  TODO: i18n.t('To Do'),
  IN_PROGRESS: i18n.t('In Progress'),
  IN_REVIEW: i18n.t('In Review'),
  DONE: i18n.t('Done'),
});

/** Returns the name of the task's new column; empty if it was not moved. */
function columnWords(i18n: I18n, subject: Subject): string {
  const status = newStatus(subject);
  return subject.column ?? (status === null ? '' : statusWords(i18n)[status]);
}
