import { useMutation, useQuery } from '@apollo/client/react';
import type { ApolloCache } from '@apollo/client';
import { newId } from '../../../sync/client/mutationId';
import { useCurrentUser } from '../session/SessionContext';
import { PreferencesDocument, type AccountPreferencesFragment } from './Preferences.generated';
import { UpdatePreferencesDocument } from './UpdatePreferences.generated';

/** The choices of a person, without what GraphQL adds. */
export type Preferences = Omit<AccountPreferencesFragment, '__typename' | ' $fragmentName'>;

/**
 * Puts some choices of a person into the cache. Only these: the answer to an earlier change may come later than the answer
 * to this one, and must not undo it.
 */
const applyPreferences = (cache: ApolloCache, userId: string, chosen: Partial<Preferences>): void => {
  cache.modify<{ preferences: AccountPreferencesFragment | null }>({
    id: cache.identify({ __typename: 'User', id: userId }),
    fields: {
      // The modifier is typed for a reference too, which an object without an id never is.
      preferences: (kept) => (kept === null || '__ref' in kept ? kept : { ...kept, ...chosen }),
    },
  });
};

/** What the person signed in has chosen; null until loaded. */
export const usePreferences = () => {
  const { data, error, loading, refetch } = useQuery(PreferencesDocument);
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

/** Changes some preferences, at once on the screen; a change that fails is taken back. */
export const useUpdatePreferences = () => {
  const { id } = useCurrentUser();
  const [mutate, { client }] = useMutation(UpdatePreferencesDocument);
  return async (chosen: Partial<Preferences>): Promise<void> => {
    const known = client.readQuery({ query: PreferencesDocument })?.me.preferences;
    await mutate({
      variables: { input: { ...chosen, mutationId: newId() } },
      ...(known && {
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
