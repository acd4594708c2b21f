import { Suspense, useDeferredValue, useEffect, useEffectEvent } from 'react';
import type { TaskStatus } from '@contract/enums';
import { errorText } from '../graphql/errors';
import { taskTexts } from '../texts/task';
import { ErrorState } from '../ui/ErrorState';
import { later, Silently } from '../ui/later';
import { Spinner } from '../ui/Spinner';
import { BoardColumns } from './BoardColumns';
import { useBoard } from './useBoard';

const FirstProject = later(() => import('./FirstProject'), 'FirstProject', { Failed: Silently });

interface BoardProps {
  /** Shows one project's tasks only. */
  projectId?: string | undefined;
  onNewTask: (status: TaskStatus) => void;
  /** Its tasks can be read, but not changed. */
  isFixed?: boolean;
  /** Its cards are drawn, or cannot be had: the line is free for what else the page needs. */
  onRead?: () => void;
}

/** Four columns of tasks by status, in the order of their ranks. */
export const Board = ({ projectId, onNewTask, isFixed = false, onRead }: BoardProps) => {
  const { columns, error, loading, refetch, loadMore, showOlder } = useBoard(projectId);
  // What was just read is drawn after it was taken up, in pieces: together they would hold up a slow phone.
  const isHere = useDeferredValue(columns !== null);
  const isFailed = error !== undefined && !loading;
  const tellRead = useEffectEvent(() => onRead?.());
  useEffect(() => {
    if (isFailed) tellRead();
  }, [isFailed]);
  if (columns && isHere) {
    const isEmpty = columns.every(({ count }) => count === 0);
    return (
      <>
        {!projectId && isEmpty && (
          <Suspense>
            <FirstProject />
          </Suspense>
        )}
        <BoardColumns
          projectId={projectId}
          columns={columns}
          isFixed={isFixed}
          loadMore={loadMore}
          onShowOlder={showOlder}
          onNewTask={onNewTask}
          onDrawn={() => onRead?.()}
        />
      </>
    );
  }
  return isFailed ? (
    <ErrorState
      className="flex-1"
      message={errorText(error, taskTexts.fetchFailed)}
      onRetry={() => void refetch().catch(() => undefined)}
    />
  ) : (
    <div className="grid min-h-[500px] flex-1 place-items-center">
      <Spinner size="lg" />
    </div>
  );
};
