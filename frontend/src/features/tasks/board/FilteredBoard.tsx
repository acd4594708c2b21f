import { Suspense, useState } from 'react';
import { taskTexts } from '../../../texts/task';
import { ErrorState } from '../../../ui/ErrorState';
import { Board } from './Board';
import type { OpenNewTask } from './BoardColumn';
import type { BoardSource } from './boardQuery';
import { BoardToolbar } from './lazyParts';
import { useBoardFilter } from './useBoardFilter';

interface FilteredBoardProps {
  /** The board of one project. */
  projectId?: string;
  /** The columns; by default, one for each status. */
  source?: BoardSource;
  onNewTask: OpenNewTask;
  isFixed?: boolean;
}

/** A board with its filters above it, which are stored in the address. */
export const FilteredBoard = ({ projectId, source, onNewTask, isFixed = false }: FilteredBoardProps) => {
  const { filter, failed, retry, clear } = useBoardFilter(projectId);
  // Loaded after the cards, because the code of the filters is half as large as the board's.
  const [isRead, setRead] = useState(BoardToolbar.isLoaded);
  const place = <div className="mb-3 h-(--control) flex-none pointer-coarse:h-11" />;
  return (
    <>
      {isRead ? (
        <Suspense fallback={place}>
          <BoardToolbar projectId={projectId} />
        </Suspense>
      ) : (
        place
      )}
      {failed ? (
        <ErrorState className="flex-1" message={taskTexts.fetchFailed} onRetry={retry} />
      ) : (
        <Board
          source={source}
          filter={filter}
          onClear={clear}
          isOfProject={projectId !== undefined}
          onNewTask={onNewTask}
          isFixed={isFixed}
          onRead={() => setRead(true)}
        />
      )}
    </>
  );
};
