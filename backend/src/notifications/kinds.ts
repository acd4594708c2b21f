import type { NotificationKind } from '../../contract/enums.js';
import { describeColumn, excerptComment, type Subject } from './subject.js';

/** The English text of a notification, for mails, pushes and programs. The app writes its own words from the params. */
export interface NotificationText {
  title: string;
  message: string;
}

/** The server's rules for a kind of notification; rules that the app needs, too, are in the contract. */
interface KindRules {
  /** Mailed only to people who want project updates. */
  isProjectUpdate: boolean;
  /** Text for one event: a title, and a sentence that quotes the title; null if the caller gives the text. */
  one: ((subject: Subject) => NotificationText) | null;
  /** Headline for several events, without names; null if there is never more than one. */
  several: ((actor: string, count: number, subjects: readonly Subject[]) => string) | null;
}

const taskText =
  (sentence: (actor: string, task: string, subject: Subject) => string): KindRules['one'] =>
  (subject) => ({ title: subject.task, message: sentence(subject.actor, `“${subject.task}”`, subject) });

const projectText =
  (sentence: (actor: string, project: string, subject: Subject) => string): KindRules['one'] =>
  (subject) => ({ title: subject.project, message: sentence(subject.actor, `“${subject.project}”`, subject) });

export const KINDS: Readonly<Record<NotificationKind, KindRules>> = {
  MEMBER_ADDED: {
    isProjectUpdate: true,
    one: projectText((actor, project, { joined }) =>
      joined ? `${actor} joined ${project}` : `${actor} added you to ${project}`,
    ),
    several: (actor, count) => `${actor} added you to ${count} projects`,
  },
  MEMBER_REMOVED: {
    isProjectUpdate: true,
    one: projectText((actor, project) => `${actor} removed you from ${project}`),
    several: (actor, count) => `${actor} removed you from ${count} projects`,
  },
  TASK_ASSIGNED: {
    isProjectUpdate: false,
    one: taskText((actor, task) => `${actor} assigned ${task} to you`),
    several: (actor, count) => `${actor} assigned ${count} tasks to you`,
  },
  TASK_UNASSIGNED: {
    isProjectUpdate: false,
    one: taskText((actor, task) => `${actor} unassigned you from ${task}`),
    several: (actor, count) => `${actor} unassigned you from ${count} tasks`,
  },
  TASK_STATUS: {
    isProjectUpdate: true,
    one: taskText((actor, task, subject) => `${actor} moved ${task} to ${describeColumn(subject)}`),
    several: (actor, count, subjects) => {
      const [to, ...others] = new Set(subjects.map(describeColumn));
      return `${actor} moved ${count} tasks${others.length === 0 ? ` to ${to}` : ''}`;
    },
  },
  COMMENT: {
    isProjectUpdate: false,
    one: taskText((actor, task, subject) => `${actor} commented on ${task}: ${excerptComment(subject)}`),
    several: (actor, count) => `${actor} wrote ${count} comments`,
  },
  MENTION: {
    isProjectUpdate: false,
    one: taskText((actor, task, subject) => `${actor} mentioned you on ${task}: ${excerptComment(subject)}`),
    several: (actor, count) => `${actor} mentioned you in ${count} comments`,
  },
  DUE_SOON: {
    isProjectUpdate: false,
    one: taskText((_actor, task) => `${task} is due within 24 hours`),
    several: (_actor, count) => `${count} tasks are due within 24 hours`,
  },
  OVERDUE: {
    isProjectUpdate: false,
    one: taskText((_actor, task) => `${task} is overdue`),
    several: (_actor, count) => `${count} tasks are overdue`,
  },
  EXPORT_READY: {
    isProjectUpdate: false,
    one: () => ({ title: 'Your download', message: '“Your download” is ready. It is kept for one day' }),
    several: null,
  },
  NOTE: {
    isProjectUpdate: false,
    one: null,
    several: null,
  },
};
