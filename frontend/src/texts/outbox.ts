import { plural, t } from '@lingui/core/macro';

const changes = (count: number): string => plural(count, { one: '# change', other: '# changes' });

/** Texts of changes that wait on this device for a connection. */
export const outboxTexts = {
  /** The button in the frame. */
  waiting: (count: number) => plural(count, { one: '# change pending', other: '# changes pending' }),
  refused: (count: number) =>
    plural(count, { one: '# change couldn’t be saved', other: '# changes couldn’t be saved' }),
  /** Heard when all is done. */
  allSent: t`All changes synced`,
  title: t`Pending changes`,
  about: t`Saved on this device. They sync in order once you’re online.`,
  nothing: { title: t`Nothing pending`, text: t`All changes are synced.` },
  list: t`Changes, in sync order`,
  sendNow: t`Sync now`,
  discardAll: t`Discard all`,
  discard: t`Discard`,
  discardNamed: (what: string) => t`Discard: ${what}`,
  discarded: (count: number) => t`${{ count: changes(count) }} discarded`,
  undo: t`Undo`,
  tryAgain: t`Try again`,
  copy: t`Copy text`,
  copied: t`Text copied`,
  copyFailed: t`Couldn’t copy the text`,
  edit: t`Edit`,
  discardQuestion: {
    title: (count: number) => t`Discard ${{ count: changes(count) }}?`,
    text: t`They haven’t been synced. You’ll lose what you wrote.`,
    confirm: t`Discard all`,
  },
  signOut: {
    title: (count: number) => t`${{ count: changes(count) }} not synced`,
    text: t`They’re only on this device. Signing out discards them.`,
    confirm: t`Discard and sign out`,
  },
  states: {
    waiting: t`Pending`,
    sending: t`Syncing`,
    /** It may have arrived, and is sent again until the server confirms it. */
    sent: t`Confirming`,
    blocked: t`On hold until the change before it is resolved`,
  },
  /** Why no further change can be queued. */
  full: (most: number) => t`You have ${{ most: changes(most) }} pending. This one wasn’t saved.`,
  cannotKeep: t`This browser doesn’t allow saving data on this device. The change wasn’t saved.`,
  /** Another version of the app has stored it. */
  unknownOperation: t`This version of the app doesn’t support this change.`,
  conflict: t`Someone else changed this too`,
  someone: t`Someone`,
  none: t`None`,
};
