import { number, plural } from './format';
import { libTexts } from './lib';

const changes = (count: number): string =>
  plural(count, { one: `${number(count)} change`, other: `${number(count)} changes` });

const fieldNames: Record<string, string> = {
  title: 'title',
  description: 'description',
  status: 'status',
  priority: 'priority',
  dueDate: 'due date',
  tags: 'tags',
  assigneeId: 'assignee',
};

const statuses: Record<string, string> = libTexts.status;

/** What is said of changes that wait on this device for a connection. */
export const waitingTexts = {
  /** The button in the frame. */
  waiting: (count: number) => plural(count, { one: '1 change waits', other: `${number(count)} changes wait` }),
  refused: (count: number) =>
    plural(count, { one: '1 change was not taken', other: `${number(count)} changes were not taken` }),
  /** Heard when all is done. */
  allSent: 'All changes are sent',
  title: 'Changes that wait',
  about: 'They are kept on this device and sent, in this order, when the server can be reached.',
  nothing: { title: 'Nothing waits', text: 'All changes are sent.' },
  list: 'Changes, in the order in which they are sent',
  sendNow: 'Send now',
  dropAll: 'Drop all',
  takeBack: 'Take back',
  takeBackNamed: (what: string) => `Take back: ${what}`,
  takenBack: (count: number) => `${changes(count)} taken back`,
  undo: 'Undo',
  tryAgain: 'Try again',
  copy: 'Copy text',
  copied: 'Text copied',
  copyFailed: 'Failed to copy the text',
  edit: 'In other words',
  drop: {
    title: (count: number) => `Drop ${changes(count)}?`,
    text: 'They were not sent. What you wrote in them is lost.',
    confirm: 'Drop all',
  },
  signOut: {
    title: (count: number) => `${changes(count)} not sent`,
    text: 'They wait on this device only. Signing out drops them, and what you wrote in them is lost.',
    confirm: 'Drop and sign out',
  },
  states: {
    waiting: 'Waits',
    sending: 'Sending',
    /** It may have arrived, and is sent again until the server says so. */
    sent: 'Sent, not answered yet',
    held: 'Waits with a change before it that was not taken',
  },
  /** Why nothing can wait. */
  full: (most: number) => `${changes(most)} wait already. This one was not saved.`,
  cannotKeep: 'This browser lets nothing be kept on this device. The change was not saved.',
  /** Another version of the app has kept it. */
  unknownOperation: 'This version of the app does not know this kind of change.',
  unknown: 'Change',
  conflict: 'Somebody else has changed the same meanwhile',
  somebody: 'Somebody',
  unknownTask: 'a task',
  unknownProject: 'a project',
  unknownItem: 'an item',
  tasks: (count: number) => `${number(count)} tasks`,
  none: 'None',
  words: {
    createTask: (title: string) => `Create “${title}”`,
    createTasks: ([first = '', ...others]: readonly string[]) =>
      others.length === 0 ? `Create “${first}”` : `Create “${first}” and ${number(others.length)} more`,
    updateTask: (names: readonly string[], input: object, title: string) => {
      const { status, title: renamed } = input as { status?: string; title?: string };
      if (names.join() === 'status' && status) return `Set “${title}” to ${statuses[status] ?? status}`;
      if (names.join() === 'title' && renamed) return `Rename “${title}” to “${renamed}”`;
      return `Change the ${names.map((name) => fieldNames[name] ?? name).join(', ')} of “${title}”`;
    },
    moveTask: (title: string, status: string) => `Move “${title}” to ${statuses[status] ?? status}`,
    updateTasks: (title: string) => `Change ${title}`,
    deleteTasks: (title: string) => `Delete ${title}`,
    deleteTask: (title: string) => `Delete “${title}”`,
    addItems: (title: string, texts: readonly string[]) => `Add to the checklist of “${title}”: ${texts.join(', ')}`,
    tickItem: (item: string, done: boolean) => `${done ? 'Tick' : 'Untick'} “${item}” on its checklist`,
    updateItem: (item: string, text: string) => `Change “${item}” on its checklist to “${text}”`,
    moveItem: (item: string) => `Move “${item}” on its checklist`,
    deleteItem: (item: string) => `Take “${item}” off its checklist`,
    addComment: (title: string, text: string) => `Comment on “${title}”: ${text}`,
    updateComment: (title: string, text: string) => `Change a comment on “${title}”: ${text}`,
    deleteComment: (title: string) => `Delete a comment on “${title}”`,
    markRead: 'Mark a notification as read',
    deleteNotification: 'Delete a notification',
    createProject: (name: string) => `Create the project “${name}”`,
    updateProject: (name: string) => `Change the project “${name}”`,
  },
};
