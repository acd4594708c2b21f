import { errorText } from '../graphql/errors';
import { sessionTexts } from '../texts/session';
import { ErrorState } from '../ui/ErrorState';
import { FullScreenSpinner } from '../ui/Spinner';
import { useSession } from './SessionContext';

/** Stands for a page while it is not known who is signed in: a spinner, or why it cannot be found out. */
export const SessionPending = () => {
  const { error, isLoading, retry } = useSession();
  if (!error) return <FullScreenSpinner />;
  return (
    <main className="grid min-h-dvh bg-sheet">
      <ErrorState message={errorText(error, sessionTexts.failedToLoad)} pending={isLoading} onRetry={retry} />
    </main>
  );
};
