import { useRef } from 'react';
import { DndContext, DragOverlay } from '@dnd-kit/core';
import type { TaskStatus } from '@contract/enums';
import { errorText } from '../graphql/errors';
import { cx } from '../lib/cx';
import { ErrorState } from '../ui/ErrorState';
import { Spinner } from '../ui/Spinner';
import { LiftedCard } from './BoardCard';
import { BoardColumn } from './BoardColumn';
import { DRAG_INSTRUCTIONS } from './dragTexts';
import { focusTask } from './focusTask';
import { neighboursAt, type Placement } from './dropTarget';
import { provisionalRank } from './rank';
import { useBoard, type BoardColumnData, type BoardColumnTask } from './useBoard';
import { useBoardDrag } from './useBoardDrag';
import { useMoveTask } from './useMoveTask';

interface BoardProps {
  /** Shows one project's tasks only. */
  projectId?: string | undefined;
  onNewTask: (status: TaskStatus) => void;
}

/** Four columns of tasks by status, in the order of their ranks. */
export const Board = ({ projectId, onNewTask }: BoardProps) => {
  const { columns, error, loading, refetch, loadMore } = useBoard(projectId);
  if (columns) return <Columns columns={columns} loadMore={loadMore} onNewTask={onNewTask} />;
  return error && !loading ? (
    <ErrorState
      className="flex-1"
      message={errorText(error, 'Failed to fetch tasks')}
      onRetry={() => void refetch().catch(() => undefined)}
    />
  ) : (
    <div className="grid min-h-[500px] flex-1 place-items-center">
      <Spinner size="lg" />
    </div>
  );
};

interface ColumnsProps {
  columns: readonly BoardColumnData[];
  loadMore: (status: TaskStatus, after: string | null) => Promise<void>;
  onNewTask: (status: TaskStatus) => void;
}

const Columns = ({ columns, loadMore, onNewTask }: ColumnsProps) => {
  const [moveTask] = useMoveTask();

  const move = (task: BoardColumnTask, place: Placement): void => {
    const column = columns.find(({ status }) => status === place.status);
    if (!column) return;
    const others = column.tasks.filter(({ id }) => id !== task.id);
    void moveTask({
      id: task.id,
      from: task.status,
      to: place.status,
      neighbours: neighboursAt(others, place.index, column.hasMore),
      rank: provisionalRank(others[place.index - 1]?.rank ?? null, others[place.index]?.rank ?? null),
    });
  };

  const board = useRef<HTMLDivElement>(null);
  const { dragged, overStatus, landing, context } = useBoardDrag(board, columns, move);
  const { announcements, ...handlers } = context;
  const sizeOf = (status: TaskStatus): number => columns.find((column) => column.status === status)?.tasks.length ?? 0;

  return (
    <DndContext
      {...handlers}
      accessibility={{ announcements, screenReaderInstructions: { draggable: DRAG_INSTRUCTIONS } }}
    >
      <div
        ref={board}
        className={cx(
          // Its columns scroll: their width must not become the page's.
          'grid min-h-[516px] flex-1 contain-inline-size auto-cols-[calc(100vw-56px)] grid-flow-col grid-rows-[minmax(0,1fr)] overflow-x-auto overflow-y-hidden px-3 pb-3 md:auto-cols-[minmax(272px,1fr)] md:gap-2 md:px-4 md:pb-4',
          // Snapping would pull against the scrolling at the edges while a card is dragged.
          !dragged && 'snap-x snap-mandatory scroll-px-3 md:snap-proximity md:scroll-px-4',
        )}
      >
        {columns.map((column) => (
          <BoardColumn
            key={column.status}
            column={column}
            draggedId={dragged?.id ?? null}
            isOver={overStatus === column.status}
            landing={landing?.status === column.status ? landing : null}
            onMove={(task, place) => {
              move(task, place);
              focusTask(task.id);
            }}
            sizeOf={sizeOf}
            onNewTask={onNewTask}
            loadMore={loadMore}
          />
        ))}
      </div>
      {/* A drop paints at its place in the same frame, so nothing flies there. */}
      <DragOverlay dropAnimation={null}>{dragged && <LiftedCard task={dragged} />}</DragOverlay>
    </DndContext>
  );
};
