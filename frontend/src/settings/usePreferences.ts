import { useQuery } from '@apollo/client/react';
import { PreferencesDocument } from './Preferences.generated';

/** What the person signed in has chosen; null until loaded. */
export const usePreferences = () => {
  const { data, error, loading, refetch } = useQuery(PreferencesDocument, { notifyOnNetworkStatusChange: true });
  return {
    preferences: data?.me.preferences ?? null,
    error,
    loading,
    retry: () => {
      // What fails again comes back as `error`.
      refetch().catch(() => undefined);
    },
  };
};
