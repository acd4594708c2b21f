import { useEffect, useRef } from 'react';
import { setTheme } from '../../../lib/theme';
import { DEFAULT_ZONE, ownZone } from './timeZones';
import { FROM_ACCOUNT } from './useAccountTheme';
import { usePreferences, useUpdatePreferences } from './usePreferences';

/** Shows the account's theme in this browser, and tells an account without a time zone the one of this machine. */
export const PreferenceSync = () => {
  const { preferences } = usePreferences();
  const update = useUpdatePreferences();
  const theme = preferences?.theme;
  const timeZone = preferences?.timeZone;

  useEffect(() => {
    if (theme) setTheme(FROM_ACCOUNT[theme]);
  }, [theme]);

  const told = useRef(false);
  useEffect(() => {
    const own = ownZone();
    if (timeZone !== DEFAULT_ZONE || own === null || told.current) return undefined;
    // The answer that brought the preferences may still be on its way to other queries, and would be laid over a change.
    const later = setTimeout(() => {
      told.current = true;
      // Nobody asked for it: a failure is tried again at the next visit.
      update({ timeZone: own }).catch(() => undefined);
    });
    return () => clearTimeout(later);
  }, [timeZone, update]);

  return null;
};
