import { useEffect, useRef } from 'react';
import { isLanguage } from '@contract/languages';
import { followAccountLanguage } from '../../../lib/chooseLanguage';
import { setTheme } from '../../../lib/theme';
import { DEFAULT_ZONE, deviceTimeZone } from './timeZones';
import { FROM_ACCOUNT } from './useAccountTheme';
import { usePreferences, useUpdatePreferences } from './usePreferences';

/** Applies the account's theme and language to this browser, and stores this machine's time zone in an account that has none. */
export const PreferenceSync = () => {
  const { preferences } = usePreferences();
  const update = useUpdatePreferences();
  const theme = preferences?.theme;
  const timeZone = preferences?.timeZone;
  const language = preferences?.language;

  useEffect(() => {
    if (theme) setTheme(FROM_ACCOUNT[theme]);
  }, [theme]);

  const isSpoken = useRef(false);
  useEffect(() => {
    // Compared only when the page opens: a choice in the settings reloads the page once the server has stored it.
    // Offline, the texts of another language may be missing.
    if (language === undefined || isSpoken.current) return;
    isSpoken.current = true;
    if (navigator.onLine) followAccountLanguage(isLanguage(language) ? language : null);
  }, [language]);

  const isReported = useRef(false);
  useEffect(() => {
    const own = deviceTimeZone();
    if (timeZone !== DEFAULT_ZONE || own === null || isReported.current) return undefined;
    // Sent later, because answers to other queries may contain the old preferences, and would overwrite the change.
    const later = setTimeout(() => {
      isReported.current = true;
      // This runs automatically, so a failure is only retried at the next visit.
      update({ timeZone: own }).catch(() => undefined);
    });
    return () => clearTimeout(later);
  }, [timeZone, update]);

  return null;
};
