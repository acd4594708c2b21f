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
  // All colours change in one frame: half way between two themes nothing can be read.
  root.classList.add('still');
  root.dataset.theme = next;
  // Phones paint their own bar with it. index.html has both colours.
  const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  bar?.setAttribute('content', bar.dataset[next] ?? '');
  void root.offsetHeight;
  root.classList.remove('still');
};

// Another tab may choose as well.
stored.subscribe(apply);

/** Shows a theme at once, and stores it for the next visit and the other tabs. */
export const setTheme = (theme: Theme): void => stored.set(theme);

/** The chosen theme, live across tabs, and how to choose another. */
export const useTheme = (): [Theme, (theme: Theme) => void] => [themeOf(useStore(stored)), setTheme];
