import { useDeferredValue, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import type { ApolloClient } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { errorText, reportError } from '../../../sync/client/errors';
import { useConnectionBack } from '../../../lib/useConnectionBack';
import { sessionTexts } from '../../../texts/session';
import { ErrorState } from '../../../ui/ErrorState';
import { lazyComponent } from '../../../ui/lazyComponent';
import { FullScreenSpinner } from '../../../ui/Spinner';
import { setLastUser } from './lastUser';
import { MeDocument } from './Me.generated';
import { SessionContext } from './SessionContext';
import { getToken, subscribeToToken } from './token';

// Loaded on demand, because it is rarely shown.
const AccountDeletionPage = lazyComponent(() => import('./AccountDeletionPage'), 'AccountDeletionPage');

/** Empties the cache when the session ends, in any tab and on any page, because it contains one person's data. */
export const clearAfterSignIn = (client: ApolloClient): void => {
  let token = getToken();
  subscribeToToken(() => {
    const before = token;
    token = getToken();
    if (before === null || before === token) return;
    // After the guard has removed the pages, so that none of their queries runs again.
    if (token === null) setTimeout(() => void client.clearStore());
    // Another tab has signed in as another person without signing out first.
    else window.location.reload();
  });
};

interface SessionProviderProps {
  children: ReactNode;
  /** Shown to people who are deleting their account. */
  meanwhile?: ReactNode;
}

/**
 * Provides the signed-in person, or shows why they could not be read. People who are deleting their account get a page to
 * restore it.
 */
export const SessionProvider = ({ children, meanwhile }: SessionProviderProps) => {
  const token = useSyncExternalStore(subscribeToToken, getToken);
  const { data, error, loading, refetch } = useQuery(MeDocument, { skip: token === null });
  const user = token === null ? null : (data?.me ?? null);
  const userId = user?.id;
  // Renders the frame and the page in separate steps, because together they would block a slow phone.
  const isHere = useDeferredValue(user !== null);

  useEffect(() => {
    if (userId) setLastUser(userId);
  }, [userId]);

  // Without a user, this replaces the page.
  useEffect(() => {
    if (error && userId) reportError(error, { fallback: sessionTexts.failedToLoad });
  }, [error, userId]);

  // A repeated failure is returned as `error`.
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
