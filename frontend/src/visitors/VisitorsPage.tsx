import { usePageTitle } from '../lib/usePageTitle';
import { visitorsTexts as texts } from '../texts/visitors';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { Spinner } from '../ui/Spinner';
import { PasswordForm } from './PasswordForm';
import { SharedBoardView } from './SharedBoardView';
import type { SharedError } from './sharedApi';
import { useSharedBoard } from './useSharedBoard';

const Ended = () => {
  usePageTitle(texts.ended.title);
  return (
    <main className="grid min-h-dvh bg-sheet">
      <EmptyState {...texts.ended} level={1} />
    </main>
  );
};

const noticeOf = (failure: SharedError | null): string | null => {
  if (!failure) return null;
  return failure.code === 'RATE_LIMITED' ? texts.tooMany : texts.offline;
};

/** /s/TOKEN: the page that a shared link shows to everyone who has it. */
export const VisitorsPage = ({ token }: { token: string }) => {
  const { board, state, failure, readAgain, unlock, showMore } = useSharedBoard(token);
  if (state === 'ended') return <Ended />;
  if (state === 'locked') return <PasswordForm token={token} onOpen={unlock} onEnded={() => void readAgain()} />;
  if (board) return <SharedBoardView board={board} notice={noticeOf(failure)} onShowMore={showMore} />;
  return (
    <main className="grid min-h-dvh place-items-center bg-sheet">
      {state === 'failed' ? (
        <ErrorState
          message={failure?.code === 'RATE_LIMITED' ? texts.tooMany : texts.failed}
          onRetry={() => void readAgain()}
        />
      ) : (
        <Spinner size="lg" />
      )}
    </main>
  );
};
