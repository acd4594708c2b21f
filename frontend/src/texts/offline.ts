import { t } from '@lingui/core/macro';
import { bytes } from './bytes';

/** Texts of stored pages, installation, and new versions. */
export const offlineTexts = {
  newVersion: t`A new version is available.`,
  title: t`Offline`,
  text: t`Pages you’ve opened work offline.`,
  kept: {
    title: t`Stored on this device`,
    /** The size of the stored data. */
    size: (size: number) => t`${{ size: bytes(size) }}. Removed when you sign out.`,
    none: t`Nothing yet.`,
    looking: t`Looking…`,
    clear: t`Clear`,
    clearLabel: t`Clear stored data`,
    cleared: t`Offline data cleared`,
  },
  /** Why nothing is stored. */
  notKept: {
    insecure: t`Offline access needs HTTPS. This page was loaded over HTTP.`,
    unsupported: t`This browser doesn’t support offline pages.`,
    saving: t`Data Saver is on, so nothing is stored.`,
    forbidden: t`Storage is blocked, as in private windows.`,
    full: t`Your device is out of space. Free up some space or clear the stored data.`,
  },
  install: {
    title: t`Install the app`,
    text: t`Opens in its own window.`,
    button: t`Install`,
    byBrowser: t`In your browser’s menu, choose Install or Add to Home Screen.`,
    installed: t`Installed`,
  },
};
