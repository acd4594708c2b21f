import { reportError } from '../graphql/errors';
import { settingsTexts } from '../texts/settings';
import { notify } from '../ui/notify';
import type { Preferences } from './preferencesCache';
import { useUpdatePreferences } from './useUpdatePreferences';

/** Changes how and when the person is told of things, and says whether that worked. */
export const useNotificationChoice = () => {
  const update = useUpdatePreferences();
  return async (chosen: Partial<Preferences>): Promise<void> => {
    try {
      await update(chosen);
    } catch (error) {
      reportError(error, { fallback: settingsTexts.notifications.failedToSave });
      return;
    }
    notify.success(settingsTexts.notifications.saved);
  };
};
