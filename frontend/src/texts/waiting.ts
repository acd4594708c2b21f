import { number, plural } from './format';
import { libTexts } from './lib';
import { taskFieldName } from './taskFields';

const changes = (count: number): string =>
  plural(count, { one: `${number(count)} change`, other: `${number(count)} changes` });

const statuses: Record<string, string> = libTexts.status;

/** What is said of changes that wait on this device for a connection. */
export const waitingTexts = {
  /** The button in the frame. */
  waiting: (count: number) => plural(count, { one: '1 change pending', other: `${number(count)} changes pending` }),
  refused: (count: number) =>
    plural(count, { one: '1 change couldn’t be saved', other: `${number(count)} changes couldn’t be saved` }),
  /** Heard when all is done. */
  allSent: 'All changes synced',
  title: 'Pending changes',
  about: 'Saved on this device. They sync in order once you’re online.',
  nothing: { title: 'Nothing pending', text: 'All changes are synced.' },
  list: 'Changes, in sync order',
  sendNow: 'Sync now',
  dropAll: 'Discard all',
  takeBack: 'Discard',
  takeBackNamed: (what: string) => `Discard: ${what}`,
  takenBack: (count: number) => `${changes(count)} discarded`,
  undo: 'Undo',
  tryAgain: 'Try again',
  copy: 'Copy text',
  copied: 'Text copied',
  copyFailed: 'Couldn’t copy the text',
  edit: 'Edit',
  drop: {
    title: (count: number) => `Discard ${changes(count)}?`,
    text: 'They haven’t been synced. You’ll lose what you wrote.',
    confirm: 'Discard all',
  },
  signOut: {
    title: (count: number) => `${changes(count)} not synced`,
    text: 'They’re only on this device. Signing out discards them.',
    confirm: 'Discard and sign out',
  },
  states: {
    waiting: 'Pending',
    sending: 'Syncing',
    /** It may have arrived, and is sent again until the server says so. */
    sent: 'Confirming',
    held: 'On hold until the change before it is resolved',
  },
  /** Why nothing can wait. */
  full: (most: number) => `You have ${changes(most)} pending. This one wasn’t saved.`,
  cannotKeep: 'This browser doesn’t allow saving data on this device. The change wasn’t saved.',
  /** Another version of the app has kept it. */
  unknownOperation: 'This version of the app doesn’t support this change.',
  unknown: 'Change',
  conflict: 'Someone else changed this too',
  somebody: 'Someone',
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
      return `Change the ${names.map((name) => taskFieldName(name) ?? name).join(', ')} of “${title}”`;
    },
    moveTask: (title: string, status: string) => `Move “${title}” to ${statuses[status] ?? status}`,
    updateTasks: (title: string) => `Change ${title}`,
    deleteTasks: (title: string) => `Delete ${title}`,
    deleteTask: (title: string) => `Delete “${title}”`,
    addItems: (title: string, texts: readonly string[]) => `Add to the checklist of “${title}”: ${texts.join(', ')}`,
    tickItem: (item: string, done: boolean) => `${done ? 'Check off' : 'Uncheck'} “${item}”`,
    updateItem: (item: string, text: string) => `Change “${item}” to “${text}”`,
    moveItem: (item: string) => `Move “${item}”`,
    deleteItem: (item: string) => `Remove “${item}”`,
    addComment: (title: string, text: string) => `Comment on “${title}”: ${text}`,
    updateComment: (title: string, text: string) => `Edit a comment on “${title}”: ${text}`,
    deleteComment: (title: string) => `Delete a comment on “${title}”`,
    markRead: 'Mark a notification as read',
    deleteNotification: 'Delete a notification',
    createProject: (name: string) => `Create the project “${name}”`,
    updateProject: (name: string) => `Change the project “${name}”`,
  },
};
