import { useSyncExternalStore } from 'react';

/** Chromium's event for installing a page as an app. */
interface InstallEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

declare global {
  interface Window {
    /** Set by early.js, because the event fires once, and early. */
    __install__?: InstallEvent | undefined;
  }
}

const subscribe = (tell: () => void): (() => void) => {
  const forget = (): void => {
    delete window.__install__;
    tell();
  };
  window.addEventListener('beforeinstallprompt', tell);
  window.addEventListener('appinstalled', forget);
  return () => {
    window.removeEventListener('beforeinstallprompt', tell);
    window.removeEventListener('appinstalled', forget);
  };
};

/** The browser's prompt to install the app, if there is one. */
export const useInstall = (): InstallEvent | undefined => useSyncExternalStore(subscribe, () => window.__install__);

/** Whether this is the window of the installed app. */
export const isInstalled = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true;
