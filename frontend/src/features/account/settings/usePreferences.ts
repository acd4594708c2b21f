import { useMutation, useQuery } from '@apollo/client/react';
import type { ApolloCache } from '@apollo/client';
import type { Channel } from '@contract/profile';
import { newId } from '../../../sync/client/mutationId';
import { useCurrentUser } from '../session/SessionContext';
import { PreferencesDocument, type AccountPreferencesFragment, type PreferencesQuery } from './Preferences.generated';
import { UpdatePreferencesDocument } from './UpdatePreferences.generated';

/** The preferences of a person, without GraphQL's own fields. */
export type Preferences = Omit<AccountPreferencesFragment, '__typename' | ' $fragmentName'>;

type StoredPreferences = NonNullable<PreferencesQuery['me']['preferences']>;

/** The chosen channels of a kind of notifications. */
export type KindChoice = Pick<Preferences['kinds'][number], 'kind'> & Partial<Record<Channel, boolean>>;

/** Chosen preferences. Channels that are not named stay as they are, because they may have been chosen elsewhere. */
export type Choice = Partial<Omit<Preferences, 'kinds'>> & { kinds?: KindChoice[] };

const withChoice = (known: StoredPreferences, { kinds, ...others }: Choice): StoredPreferences => ({
  ...known,
  ...others,
  ...(kinds && { kinds: known.kinds.map((it) => ({ ...it, ...kinds.find(({ kind }) => kind === it.kind) })) }),
});

/**
 * Writes only these preferences into the cache: the answer to an earlier change may arrive after the answer to this
 * one, and must not revert it.
 */
const applyPreferences = (cache: ApolloCache, userId: string, chosen: Choice): void => {
  cache.modify<{ preferences: StoredPreferences | null }>({
    id: cache.identify({ __typename: 'User', id: userId }),
    fields: {
      // The modifier's type includes references, but an object without an id is never one.
      preferences: (kept) => (kept === null || '__ref' in kept ? kept : withChoice(kept, chosen)),
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

/**
 * Changes preferences, immediately on the screen; a failed change is reverted. Only a language is shown after it was
 * saved, because it reloads the page (PreferenceSync.tsx), which would abort the request.
 */
export const useUpdatePreferences = () => {
  const { id } = useCurrentUser();
  const [mutate, { client }] = useMutation(UpdatePreferencesDocument);
  return async (chosen: Choice): Promise<void> => {
    const known = client.readQuery({ query: PreferencesDocument })?.me.preferences;
    await mutate({
      variables: { input: { ...chosen, mutationId: newId() } },
      ...(known &&
        chosen.language === undefined && {
          optimisticResponse: {
            updatePreferences: { __typename: 'UpdatePreferencesPayload', preferences: withChoice(known, chosen) },
          },
        }),
      update: (cache, { data }) => {
        if (data) applyPreferences(cache, id, chosen);
      },
    });
  };
};
