import type { ApolloCache } from '@apollo/client';
import type { AccountPreferencesFragment } from './Preferences.generated';

/** The choices of a person, without what GraphQL adds. */
export type Preferences = Omit<AccountPreferencesFragment, '__typename' | ' $fragmentName'>;

/**
 * Puts some choices of a person into the cache. Only these: the answer to an earlier change may come later than the answer
 * to this one, and must not undo it.
 */
export const applyPreferences = (cache: ApolloCache, userId: string, chosen: Partial<Preferences>): void => {
  cache.modify<{ preferences: AccountPreferencesFragment | null }>({
    id: cache.identify({ __typename: 'User', id: userId }),
    fields: {
      // The modifier is typed for a reference too, which an object without an id never is.
      preferences: (kept) => (kept === null || '__ref' in kept ? kept : { ...kept, ...chosen }),
    },
  });
};
