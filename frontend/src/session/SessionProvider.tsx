import { useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { useApolloClient, useQuery } from '@apollo/client/react';
import { reportError } from '../graphql/errors';
import { sessionTexts } from '../texts/session';
import { noteUser } from './lastUser';
import { MeDocument } from './Me.generated';
import { SessionContext } from './SessionContext';
import { getToken, subscribeToToken } from './token';

/** Knows who is signed in, in every tab, and empties the cache when that ends. */
export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const client = useApolloClient();
  const token = useSyncExternalStore(subscribeToToken, getToken);
  const { data, error, loading, refetch } = useQuery(MeDocument, {
    skip: token === null,
    notifyOnNetworkStatusChange: true,
  });
  const user = token === null ? null : (data?.me ?? null);
  const userId = user?.id;

  const tokenBefore = useRef(token);
  useEffect(() => {
    const before = tokenBefore.current;
    tokenBefore.current = token;
    if (before === null || before === token) return;
    // The guard has taken the pages away by now, so nothing of theirs asks again.
    if (token === null) void client.clearStore();
    // Another tab signed in as somebody else without signing out first.
    else window.location.reload();
  }, [client, token]);

  useEffect(() => {
    if (userId) noteUser(userId);
  }, [userId]);

  // While there is no user, the page that waits for one says it itself.
  useEffect(() => {
    if (error && userId) reportError(error, { fallback: sessionTexts.failedToLoad });
  }, [error, userId]);

  const session = {
    user,
    token,
    isLoading: token !== null && !user && (loading || !error),
    error: user || token === null ? undefined : error,
    retry: () => {
      // What fails again comes back as `error`.
      refetch().catch(() => undefined);
    },
  };
  return <SessionContext value={session}>{children}</SessionContext>;
};
