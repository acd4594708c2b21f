import { createStoredText, useStore } from './store';

/** The chosen theme; 'system' follows the device. */
export type Theme = 'light' | 'dark' | 'system';
export const THEMES: readonly Theme[] = ['light', 'dark', 'system'];

const stored = createStoredText('theme');

const themeOf = (text: string | null): Theme => THEMES.find((theme) => theme === text) ?? 'light';

const systemIsDark = (): boolean => window.matchMedia?.('(prefers-color-scheme: dark)').matches ?? false;

/** The chosen theme; light by default. */
export const getTheme = (): Theme => themeOf(stored.get());

const apply = (): void => {
  const theme = getTheme();
  const root = document.documentElement;
  const next = theme === 'dark' || (theme === 'system' && systemIsDark()) ? 'dark' : 'light';
  if (root.dataset.theme === next) return;
  // Without transitions, all colors change in one frame: halfway between two themes, text is unreadable.
  root.classList.add('no-transitions');
  root.dataset.theme = next;
  // The color in which phones paint their own bar. index.html contains both colors.
  const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  bar?.setAttribute('content', bar.dataset[next] ?? '');
  void root.offsetHeight;
  root.classList.remove('no-transitions');
};

// Another tab may choose a theme, too.
stored.subscribe(apply);

/** Applies a theme immediately, and stores it for the next visit and the other tabs. */
export const setTheme = (theme: Theme): void => stored.set(theme);

/** Returns the chosen theme, synchronized across tabs, and a function that chooses another one. */
export const useTheme = (): [Theme, (theme: Theme) => void] => [themeOf(useStore(stored)), setTheme];
