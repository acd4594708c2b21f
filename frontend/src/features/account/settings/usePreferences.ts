import { useMutation, useQuery } from '@apollo/client/react';
import type { ApolloCache } from '@apollo/client';
import { newId } from '../../../sync/client/mutationId';
import { useCurrentUser } from '../session/SessionContext';
import { PreferencesDocument, type AccountPreferencesFragment } from './Preferences.generated';
import { UpdatePreferencesDocument } from './UpdatePreferences.generated';

/** The preferences of a person, without GraphQL's own fields. */
export type Preferences = Omit<AccountPreferencesFragment, '__typename' | ' $fragmentName'>;

/**
 * Writes only these preferences into the cache: the answer to an earlier change may arrive after the answer to this
 * one, and must not revert it.
 */
const applyPreferences = (cache: ApolloCache, userId: string, chosen: Partial<Preferences>): void => {
  cache.modify<{ preferences: AccountPreferencesFragment | null }>({
    id: cache.identify({ __typename: 'User', id: userId }),
    fields: {
      // The modifier's type includes references, but an object without an id is never one.
      preferences: (kept) => (kept === null || '__ref' in kept ? kept : { ...kept, ...chosen }),
    },
  });
};

/** The signed-in person's preferences; null until loaded. */
export const usePreferences = () => {
  const { data, error, loading, refetch } = useQuery(PreferencesDocument);
  return {
    preferences: data?.me.preferences ?? null,
    error,
    loading,
    retry: () => {
      // A repeated failure is returned as `error`.
      refetch().catch(() => undefined);
    },
  };
};

/** The channels without GraphQL's own fields. */
const toChannels = (kinds: Preferences['kinds']) =>
  kinds.map(({ kind, app, email, push }) => ({ kind, app, email, push }));

/**
 * Changes preferences, immediately on the screen; a failed change is reverted. Only a language is shown after it was
 * saved, because it reloads the page (PreferenceSync.tsx), which would abort the request.
 */
export const useUpdatePreferences = () => {
  const { id } = useCurrentUser();
  const [mutate, { client }] = useMutation(UpdatePreferencesDocument);
  return async (chosen: Partial<Preferences>): Promise<void> => {
    const known = client.readQuery({ query: PreferencesDocument })?.me.preferences;
    await mutate({
      variables: {
        input: { ...chosen, ...(chosen.kinds && { kinds: toChannels(chosen.kinds) }), mutationId: newId() },
      },
      ...(known &&
        chosen.language === undefined && {
          optimisticResponse: {
            updatePreferences: { __typename: 'UpdatePreferencesPayload', preferences: { ...known, ...chosen } },
          },
        }),
      update: (cache, { data }) => {
        if (data) applyPreferences(cache, id, chosen);
      },
    });
  };
};
