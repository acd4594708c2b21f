import { useMutation } from '@apollo/client/react';
import { newId } from '../graphql/mutationId';
import { useCurrentUser } from '../session/SessionContext';
import { PreferencesDocument } from './Preferences.generated';
import { applyPreferences, type Preferences } from './preferencesCache';
import { UpdatePreferencesDocument } from './UpdatePreferences.generated';

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
