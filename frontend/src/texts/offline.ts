import { bytes } from './bytes';

/** What is said of reading without a connection, of installing, and of new versions. */
export const offlineTexts = {
  newVersion: 'A new version is here.',
  title: 'Offline',
  text: 'Opened pages can be read without a connection.',
  kept: {
    title: 'Kept on This Device',
    /** How much it is. */
    size: (size: number) => `${bytes(size)} of what you have opened here. It goes when you sign out.`,
    none: 'Nothing yet.',
    looking: 'Looking…',
    clear: 'Clear',
    clearLabel: 'Clear what is kept on this device',
    cleared: 'Nothing is kept on this device any more',
  },
  /** Why nothing is kept. */
  notKept: {
    insecure: 'This works over HTTPS and on localhost. This page came over plain HTTP, so nothing is kept.',
    unsupported: 'This browser cannot keep pages, so they need a connection.',
    saving: 'This browser saves data, so nothing is kept ahead. Pages need a connection.',
    forbidden: 'This browser lets nothing be kept here, as private windows do. Pages need a connection.',
    full: 'This device has no room left: what you open now is not kept. Free some space, or clear what is kept.',
  },
  install: {
    title: 'Install the App',
    text: 'A window and an icon of its own.',
    button: 'Install',
    byBrowser: 'In your browser’s menu: Install, or Add to Home Screen.',
    installed: 'Installed: this is its window.',
  },
};
