import { Theme as AccountTheme } from '@contract/enums';
import { succeeds } from '../../../sync/client/errors';
import { getTheme, useTheme, type Theme } from '../../../lib/theme';
import { settingsTexts } from '../../../texts/settings';
import { useUpdatePreferences } from './usePreferences';

/** The account's name of a theme. */
const TO_ACCOUNT: Record<Theme, AccountTheme> = {
  light: AccountTheme.LIGHT,
  dark: AccountTheme.DARK,
  system: AccountTheme.SYSTEM,
};

/** This browser's name of an account's theme. */
export const FROM_ACCOUNT: Record<AccountTheme, Theme> = { LIGHT: 'light', DARK: 'dark', SYSTEM: 'system' };

/** Returns the current theme, and a function that changes it, both immediately here and in the account. */
export const useAccountTheme = (): [Theme, (theme: Theme) => void] => {
  const [theme, setTheme] = useTheme();
  const update = useUpdatePreferences();
  const choose = async (next: Theme): Promise<void> => {
    setTheme(next);
    const isSaved = await succeeds(update({ theme: TO_ACCOUNT[next] }), settingsTexts.failedToSaveTheme);
    // Unless another theme has been chosen meanwhile.
    if (!isSaved && getTheme() === next) setTheme(theme);
  };
  return [theme, (next) => void choose(next)];
};
