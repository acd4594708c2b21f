import { cx } from '../lib/cx';
import type { Theme } from '../lib/theme';

/** The heights of six cards on a small board; the third one is chosen. */
const CARDS = [
  'h-5.5',
  'h-7.5',
  'h-5.5 border-accent! inset-ring inset-ring-accent',
  'h-5.5',
  '-mt-0.5 h-4.5',
  'h-5.5',
];

const Screen = ({ theme, className }: { theme: 'light' | 'dark'; className?: string }) => (
  <span data-theme={theme} className={cx('absolute inset-0 grid grid-rows-[18px_1fr] bg-frame', className)}>
    <span className="flex items-center gap-1.5 px-2.25">
      <span className="size-1.5 rounded-[2px] bg-accent" />
      <span className="h-[3px] w-6.5 rounded-[2px] bg-ink-3 opacity-60" />
    </span>
    <span className="mx-1 grid grid-cols-3 content-start items-start gap-1.5 rounded-t-sm border border-b-0 border-line bg-well px-2 pt-2.5">
      {CARDS.map((card, index) => (
        <span key={index} className={cx('rounded-xs border border-line-2 bg-raised', card)} />
      ))}
    </span>
  </span>
);

/** How the app looks in a theme, as a small drawing. */
export const ThemePicture = ({ theme }: { theme: Theme }) => (
  <>
    <Screen theme={theme === 'dark' ? 'dark' : 'light'} />
    {theme === 'system' && <Screen theme="dark" className="[clip-path:polygon(62%_0,100%_0,100%_100%,38%_100%)]" />}
  </>
);
