import { Suspense, useDeferredValue, useEffect, useEffectEvent } from 'react';
import { errorText } from '../../../sync/client/errors';
import { taskTexts } from '../../../texts/task';
import { ErrorState } from '../../../ui/ErrorState';
import { Spinner } from '../../../ui/Spinner';
import { BoardColumns } from './BoardColumns';
import { STATUS_BOARD, type BoardFilter, type BoardSource } from './boardQuery';
import type { OpenNewTask } from './BoardColumn';
import { FirstProject, NoMatches } from './lazyParts';
import { useBoard } from './useBoard';

interface BoardProps {
  /** The columns; by default, one for each status. */
  source?: BoardSource;
  /** All tasks belong to one project. */
  isOfProject: boolean;
  /** Null until it is loaded. */
  filter: BoardFilter | null;
  /** Removes the filter; null if there is none. */
  onClear: (() => void) | null;
  onNewTask: OpenNewTask;
  /** Its tasks are read-only. */
  isFixed: boolean;
  /** Called when the cards are painted or failed to load, so that other parts of the page may load. */
  onRead: () => void;
}

/** Columns of tasks in the order of their ranks. */
export const Board = (props: BoardProps) => {
  const { source = STATUS_BOARD, isOfProject, filter, onClear, onNewTask, isFixed, onRead } = props;
  const { columns, list, error, loading, readAgain, loadMore, showOlder } = useBoard(filter, source);
  // Rendering follows the data in separate steps, because together they would block a slow phone.
  const isHere = useDeferredValue(columns !== null);
  const isFailed = error !== undefined && !loading;
  const tellRead = useEffectEvent(onRead);
  useEffect(() => {
    if (isFailed) tellRead();
  }, [isFailed]);
  if (columns && source.heads && isHere && filter) {
    const isEmpty = columns.every(({ count }) => count === 0);
    return (
      <>
        {Object.keys(filter).length === 0 && isEmpty && (
          <Suspense>
            <FirstProject />
          </Suspense>
        )}
        {isEmpty && onClear && (
          <Suspense>
            <NoMatches onClear={onClear} />
          </Suspense>
        )}
        <BoardColumns
          isOfProject={isOfProject}
          isFiltered={onClear !== null}
          isEmpty={isEmpty}
          list={list}
          filter={filter}
          heads={source.heads}
          columns={columns}
          isFixed={isFixed}
          loadMore={loadMore}
          onShowOlder={showOlder}
          onNewTask={onNewTask}
          onPainted={onRead}
        />
      </>
    );
  }
  return isFailed ? (
    <ErrorState className="flex-1" message={errorText(error, taskTexts.fetchFailed)} onRetry={readAgain} />
  ) : (
    <div className="grid min-h-[500px] flex-1 place-items-center">
      <Spinner size="lg" />
    </div>
  );
};
