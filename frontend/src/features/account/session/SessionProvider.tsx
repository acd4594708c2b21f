import { useDeferredValue, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import type { ApolloClient } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { errorText, reportError } from '../../../sync/client/errors';
import { useConnectionBack } from '../../../lib/useConnectionBack';
import { sessionTexts } from '../../../texts/session';
import { ErrorState } from '../../../ui/ErrorState';
import { lazyComponent } from '../../../ui/lazyComponent';
import { FullScreenSpinner } from '../../../ui/Spinner';
import { noteUser } from './lastUser';
import { MeDocument } from './Me.generated';
import { SessionContext } from './SessionContext';
import { getToken, subscribeToToken } from './token';

// Hardly anybody ever sees it.
const AccountDeletionPage = lazyComponent(() => import('./AccountDeletionPage'), 'AccountDeletionPage');

/** Empties the cache when the sign-in ends, in whatever tab and on whatever page: it is one person's. */
export const clearAfterSignIn = (client: ApolloClient): void => {
  let token = getToken();
  subscribeToToken(() => {
    const before = token;
    token = getToken();
    if (before === null || before === token) return;
    // Once the guard has taken the pages away, so that nothing of theirs asks again.
    if (token === null) setTimeout(() => void client.clearStore());
    // Another tab signed in as somebody else without signing out first.
    else window.location.reload();
  });
};

interface SessionProviderProps {
  children: ReactNode;
  /** What who is deleting their account can still do. */
  meanwhile?: ReactNode;
}

/** Knows who is signed in, and says why where that cannot be found out. Who is deleting their account finds the way back. */
export const SessionProvider = ({ children, meanwhile }: SessionProviderProps) => {
  const token = useSyncExternalStore(subscribeToToken, getToken);
  const { data, error, loading, refetch } = useQuery(MeDocument, { skip: token === null });
  const user = token === null ? null : (data?.me ?? null);
  const userId = user?.id;
  // The frame and the page are drawn in pieces: together they would hold up a slow phone.
  const isHere = useDeferredValue(user !== null);

  useEffect(() => {
    if (userId) noteUser(userId);
  }, [userId]);

  // While there is no user, it is said in place of the page.
  useEffect(() => {
    if (error && userId) reportError(error, { fallback: sessionTexts.failedToLoad });
  }, [error, userId]);

  // What fails again comes back as `error`.
  const retry = (): void => void refetch().catch(() => undefined);
  useConnectionBack(!user && error !== undefined, retry);

  if (user?.deletionAt)
    return <AccountDeletionPage email={user.email} deletionAt={user.deletionAt} meanwhile={meanwhile} />;
  if (user && isHere) return <SessionContext value={user}>{children}</SessionContext>;
  if (user || !error || token === null) return <FullScreenSpinner />;
  return (
    <main className="grid min-h-dvh bg-sheet">
      <ErrorState message={errorText(error, sessionTexts.failedToLoad)} pending={loading} onRetry={retry} />
    </main>
  );
};
