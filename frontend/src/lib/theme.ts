import { useSyncExternalStore } from 'react';

/** What a person chose; 'system' follows the machine. */
export type Theme = 'light' | 'dark' | 'system';
export const THEMES: readonly Theme[] = ['light', 'dark', 'system'];

const KEY = 'theme';
/** The ground of the frame, with which a phone paints its own bar; public/early.js has the same. */
const BAR = { light: '#f2f1ed', dark: '#0f0f0d' };
const listeners = new Set<() => void>();
/** Stands in for the storage where that is forbidden. */
let chosen: Theme = 'light';

const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value);

const systemIsDark = (): boolean => window.matchMedia?.('(prefers-color-scheme: dark)').matches ?? false;

/** The theme that was chosen, light until one is. */
export const getTheme = (): Theme => {
  try {
    const stored = localStorage.getItem(KEY);
    chosen = isTheme(stored) ? stored : 'light';
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
  return chosen;
};

const apply = (theme: Theme): void => {
  const dark = theme === 'dark' || (theme === 'system' && systemIsDark());
  const root = document.documentElement;
  const next = dark ? 'dark' : 'light';
  if (root.dataset.theme === next) return;
  // All colours change in one frame: half way between two themes nothing can be read.
  root.classList.add('still');
  root.dataset.theme = next;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR[next]);
  void root.offsetHeight;
  root.classList.remove('still');
};

/** Shows a theme at once, and keeps it for the next visit and the other tabs. */
export const setTheme = (theme: Theme): void => {
  chosen = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // As above.
  }
  apply(theme);
  for (const tell of listeners) tell();
};

const subscribe = (tell: () => void): (() => void) => {
  // Another tab chose; a null key means that the storage was cleared.
  const onStorage = (event: StorageEvent): void => {
    if (event.key !== KEY && event.key !== null) return;
    apply(getTheme());
    tell();
  };
  listeners.add(tell);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(tell);
    window.removeEventListener('storage', onStorage);
  };
};

/** The chosen theme, live across tabs, and how to choose another. */
export const useTheme = (): [Theme, (theme: Theme) => void] => [useSyncExternalStore(subscribe, getTheme), setTheme];
