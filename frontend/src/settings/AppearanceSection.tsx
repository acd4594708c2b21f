import { useId } from 'react';
import { THEMES } from '../lib/theme';
import { settingsTexts } from '../texts/settings';
import { SettingsSection } from './SettingsSection';
import { ThemePicture } from './ThemePicture';
import { useAccountTheme } from './useAccountTheme';

const { appearance: texts } = settingsTexts;

/** How the app looks. */
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
              className="radio-over z-10"
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
            <span className="flex min-w-0 items-center gap-2 font-medium">
              <span
                aria-hidden="true"
                className="size-4 flex-none rounded-full border border-line-control bg-raised group-has-checked:border-5 group-has-checked:border-action"
              />
              <span className="truncate">{texts.themes[choice]}</span>
            </span>
          </label>
        ))}
      </div>
    </SettingsSection>
  );
};
