import { bytes } from './bytes';

/** What is said of reading without a connection, of installing, and of new versions. */
export const offlineTexts = {
  newVersion: 'A new version is available.',
  title: 'Offline',
  text: 'Pages you’ve opened work offline.',
  kept: {
    title: 'Stored on this device',
    /** How much it is. */
    size: (size: number) => `${bytes(size)}. Removed when you sign out.`,
    none: 'Nothing yet.',
    looking: 'Looking…',
    clear: 'Clear',
    clearLabel: 'Clear stored data',
    cleared: 'Offline data cleared',
  },
  /** Why nothing is kept. */
  notKept: {
    insecure: 'Offline access needs HTTPS. This page was loaded over HTTP.',
    unsupported: 'This browser doesn’t support offline pages.',
    saving: 'Data Saver is on, so nothing is stored.',
    forbidden: 'Storage is blocked, as in private windows.',
    full: 'Your device is out of space. Free some up or clear the stored data.',
  },
  install: {
    title: 'Install the app',
    text: 'Opens in its own window.',
    button: 'Install',
    byBrowser: 'In your browser’s menu, choose Install or Add to Home Screen.',
    installed: 'Installed',
  },
};
