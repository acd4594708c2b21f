import { number, plural } from './format';

const changes = (count: number): string =>
  plural(count, { one: `${number(count)} change`, other: `${number(count)} changes` });

/** Texts of the changes that wait on this device for a connection. */
export const outboxTexts = {
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
  discardAll: 'Discard all',
  discard: 'Discard',
  discardNamed: (what: string) => `Discard: ${what}`,
  discarded: (count: number) => `${changes(count)} discarded`,
  undo: 'Undo',
  tryAgain: 'Try again',
  copy: 'Copy text',
  copied: 'Text copied',
  copyFailed: 'Couldn’t copy the text',
  edit: 'Edit',
  discardQuestion: {
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
    blocked: 'On hold until the change before it is resolved',
  },
  /** Why nothing can wait. */
  full: (most: number) => `You have ${changes(most)} pending. This one wasn’t saved.`,
  cannotKeep: 'This browser doesn’t allow saving data on this device. The change wasn’t saved.',
  /** Another version of the app has kept it. */
  unknownOperation: 'This version of the app doesn’t support this change.',
  conflict: 'Someone else changed this too',
  someone: 'Someone',
  none: 'None',
};
