import { useDroppable } from '@dnd-kit/core';
import { Plus } from 'lucide-react';
import type { TaskStatus } from '@contract/enums';
import { cx } from '../lib/cx';
import { STATUS_LABELS } from '../lib/text';
import { ShowMore } from '../projects/ShowMore';
import { IconButton } from '../ui/IconButton';
import { StatusIcon } from '../ui/StatusIcon';
import { BoardCard } from './BoardCard';
import type { Placement } from './dropTarget';
import type { BoardColumnData, BoardColumnTask } from './useBoard';

interface BoardColumnProps {
  column: BoardColumnData;
  /** The card that is lifted, in whatever column it stands. */
  draggedId: string | null;
  isOver: boolean;
  /** Where the landing line is drawn in this column. */
  landing: Placement | null;
  onMove: (task: BoardColumnTask, place: Placement) => void;
  /** How many cards another column has. */
  sizeOf: (status: TaskStatus) => number;
  onNewTask: (status: TaskStatus) => void;
  loadMore: (status: TaskStatus, after: string | null) => Promise<void>;
}

/** One status of the board with its cards. */
export const BoardColumn = (props: BoardColumnProps) => {
  const { column, draggedId, isOver, landing, onMove, sizeOf, onNewTask, loadMore } = props;
  const { status, tasks, count, hasMore, endCursor } = column;
  const { setNodeRef } = useDroppable({ id: status });
  const label = STATUS_LABELS[status];
  const others = tasks.filter((task) => task.id !== draggedId);

  const lineAt = (task: BoardColumnTask): 'above' | 'below' | undefined => {
    if (!landing || task.id === draggedId) return undefined;
    const index = others.indexOf(task);
    if (index === landing.index) return 'above';
    return index === others.length - 1 && landing.index === others.length ? 'below' : undefined;
  };

  return (
    <section
      ref={setNodeRef}
      aria-label={label}
      data-column={status}
      className={cx(
        'flex min-h-0 min-w-0 snap-start flex-col rounded-lg px-1.5 transition-colors md:px-2',
        isOver && 'md:bg-accent/7',
      )}
    >
      <header className="flex h-10 flex-none items-center gap-2">
        <StatusIcon status={status} />
        <h2 className="text-sm">{label}</h2>
        <span className="text-ink-3" data-count={count}>
          {count}
        </span>
        <IconButton
          label={`New task in ${label}`}
          size="sm"
          className="-mr-1 ml-auto"
          onClick={() => onNewTask(status)}
        >
          <Plus />
        </IconButton>
      </header>
      <ul
        data-column-list={status}
        className="-mx-1.5 grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-2 overflow-x-hidden overflow-y-auto px-1.5 pt-0.5 pb-2 [scrollbar-color:var(--color-line-2)_transparent] [scrollbar-width:thin] md:-mx-2 md:px-2"
      >
        {tasks.map((task, index) => (
          <BoardCard
            key={task.id}
            task={task}
            line={lineAt(task)}
            moves={{
              status,
              toStatus: (to) => onMove(task, { status: to, index: sizeOf(to) }),
              ...(index > 0 && { up: () => onMove(task, { status, index: index - 1 }) }),
              ...(index < tasks.length - 1 && { down: () => onMove(task, { status, index: index + 1 }) }),
            }}
          />
        ))}
        {tasks.length === 0 && (
          <li
            className={cx(
              'grid h-22 place-items-center rounded-md border border-dashed border-line-2 text-ink-3',
              landing && 'border-accent text-accent-ink',
            )}
          >
            No tasks
          </li>
        )}
        {hasMore && (
          <li>
            <ShowMore loadMore={() => loadMore(status, endCursor)} />
          </li>
        )}
      </ul>
    </section>
  );
};
