import { useApolloClient } from '@apollo/client/react';
import { notify } from '../ui/notify';
import type { CurrentUserFragment } from './CurrentUser.generated';
import { MeDocument, type FeedStartFragment } from './Me.generated';
import { noteUser } from './lastUser';
import { setToken } from './token';

interface Entry {
  user: CurrentUserFragment & FeedStartFragment;
  tokens: { accessToken: string };
}

/** Starts a session with what the server answered to a sign-in or a registration. */
export const useEnter = () => {
  const client = useApolloClient();
  return ({ user, tokens }: Entry): void => {
    // What refused the way in, or ended the session before, is no longer so.
    notify.dismiss();
    noteUser(user.id);
    client.writeQuery({ query: MeDocument, data: { me: user } });
    setToken(tokens.accessToken);
  };
};
