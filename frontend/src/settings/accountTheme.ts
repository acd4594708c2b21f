import { Theme as AccountTheme } from '@contract/enums';
import type { Theme } from '../lib/theme';

/** The account's word for a theme. */
export const TO_ACCOUNT: Record<Theme, AccountTheme> = {
  light: AccountTheme.LIGHT,
  dark: AccountTheme.DARK,
  system: AccountTheme.SYSTEM,
};

/** This browser's word for a theme of an account. */
export const FROM_ACCOUNT: Record<AccountTheme, Theme> = { LIGHT: 'light', DARK: 'dark', SYSTEM: 'system' };
