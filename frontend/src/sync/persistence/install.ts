import { useSyncExternalStore } from 'react';

/** How Chromium offers to install a page as an app. */
interface InstallEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

declare global {
  interface Window {
    /** Put here by early.js, as it comes once and early. */
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

/** The browser's offer to install the app, if it makes one. */
export const useInstall = (): InstallEvent | undefined => useSyncExternalStore(subscribe, () => window.__install__);

/** Is this the window of the installed app? */
export const isInstalled = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true;
