import { useId } from 'react';
import { cx } from '../../../lib/cx';
import { THEMES, type Theme } from '../../../lib/theme';
import { settingsTexts } from '../../../texts/settings';
import { LanguageField } from './LanguageField';
import { SettingsSection } from './SettingsSection';
import { useAccountTheme } from './useAccountTheme';

const { appearance: texts } = settingsTexts;

/** The heights of six cards on a small board. */
const CARDS = ['h-5', 'h-7', 'h-5', 'h-5', '-mt-0.5 h-4', 'h-5'];
const SELECTED_CARD = 2;

const Screen = ({ theme, className }: { theme: 'light' | 'dark'; className?: string }) => (
  <span data-theme={theme} className={cx('absolute inset-0 grid grid-rows-[18px_1fr] bg-frame', className)}>
    <span className="flex items-center gap-1.5 px-2">
      <span className="size-1.5 rounded-[2px] bg-accent" />
      <span className="h-[3px] w-6.5 rounded-[2px] bg-ink-3 opacity-60" />
    </span>
    <span className="mx-1 grid grid-cols-3 content-start items-start gap-1.5 rounded-t-sm border border-b-0 border-line bg-well px-2 pt-2">
      {CARDS.map((card, index) => (
        <span
          key={index}
          className={cx(
            'rounded-xs border bg-raised',
            index === SELECTED_CARD ? 'border-accent inset-ring inset-ring-accent' : 'border-line-2',
            card,
          )}
        />
      ))}
    </span>
  </span>
);

/** A small drawing of the app in a theme. */
const ThemePicture = ({ theme }: { theme: Theme }) => (
  <>
    <Screen theme={theme === 'dark' ? 'dark' : 'light'} />
    {theme === 'system' && <Screen theme="dark" className="[clip-path:polygon(62%_0,100%_0,100%_100%,38%_100%)]" />}
  </>
);

/** The choice of a theme and a language. */
export const AppearanceSection = () => {
  const [theme, choose] = useAccountTheme();
  const name = useId();
  return (
    <SettingsSection id="appearance" title={texts.title} text={texts.text}>
      <div role="radiogroup" aria-label={texts.theme} className="grid grid-cols-3 gap-2.5 md:gap-4">
        {THEMES.map((choice) => (
          <label
            key={choice}
            className="group relative grid min-w-0 gap-2 rounded-md outline-offset-2 outline-focus has-focus-visible:outline-2"
          >
            <input
              type="radio"
              className="radio-overlay z-10"
              name={name}
              value={choice}
              checked={choice === theme}
              onChange={() => choose(choice)}
            />
            <span
              aria-hidden="true"
              className="relative h-22 overflow-hidden rounded-md border border-line-2 group-hover:border-line-3 group-has-checked:border-accent group-has-checked:ring group-has-checked:ring-accent md:h-28"
            >
              <ThemePicture theme={choice} />
            </span>
            <span className="flex min-w-0 flex-wrap items-center gap-2 font-medium">
              <span
                aria-hidden="true"
                className="size-4 flex-none rounded-full border border-line-control bg-raised group-has-checked:border-5 group-has-checked:border-action"
              />
              <span className="min-w-0 wrap-anywhere">{texts.themes[choice]}</span>
            </span>
          </label>
        ))}
      </div>
      <div className="mt-4 border-t border-line pt-4">
        <LanguageField />
      </div>
    </SettingsSection>
  );
};
