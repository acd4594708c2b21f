import { createContext, Suspense, use, useRef, useState } from 'react';
import { Plus } from 'lucide-react';
import { Virtualizer, type CustomItemComponentProps, type VirtualizerHandle } from 'virtua';
import { cx } from '../../../lib/cx';
import { usePrinting } from '../../../lib/usePrinting';
import { ShowMore } from '../../projects/ShowMore';
import { useScrollAnchor } from '../list/useScrollAnchor';
import { boardTexts } from '../../../texts/board';
import { number } from '../../../texts/format';
import { scrollToFocused } from '../../../ui/scrollToElement';
import { Button } from '../../../ui/Button';
import { IconButton } from '../../../ui/IconButton';
import { ColumnIcon } from '../../../ui/StatusIcon';
import type { useNewTask } from '../create/NewTask';
import { BoardCard } from './BoardCard';
import { isSortedByTime } from './boardQuery';
import { ColumnToolsContext } from './columnTools';
import { dropColumn, LIST_PADDING_TOP } from './boardView';
import { ColumnQuickAdd, CountOfLimit } from './lazyParts';
import { insertionIndex, type Placement } from './placement';
import type { BoardColumnData } from './useBoard';
import type { BoardMoves } from './useBoardMoves';

/** Opens the form for a new task in a column. */
export type OpenNewTask = ReturnType<typeof useNewTask>['open'];

/** What all columns of a board have in common. */
export interface ColumnsProps {
  /** All tasks belong to one project. */
  isOfProject: boolean;
  /** Changes with the filter. */
  list: string;
  /** A filter is on, so columns can have more tasks: their counts are not compared with their limits. */
  isFiltered: boolean;
  /** Their tasks are read-only. */
  isFixed: boolean;
  /** Shows tasks that were completed earlier. */
  onShowOlder: (column: string) => void;
  loadMore: (column: string, after: string | null) => Promise<unknown>;
  onNewTask: OpenNewTask;
}

interface BoardColumnProps extends ColumnsProps {
  column: BoardColumnData;
  /** Whether the column says that it is empty; false if one message says so for all columns. */
  isEmptyShown: boolean;
  /** Whether its cards are rendered; its header always is. */
  isDrawn: boolean;
  /** All columns' cards are painted, so code that only presses need may load. */
  isPainted: boolean;
  /** The project of a new task; undefined if people can choose one. */
  projectId: string | undefined;
  /** The lifted card, in any column. */
  draggedId: string | null;
  /** The card that has the focus, or had it most recently. */
  focusedId: string | null;
  isOver: boolean;
  /** The position of the landing line in this column. */
  landing: Placement | null;
  moves: BoardMoves;
  onList: (column: string, list: VirtualizerHandle | null) => void;
}

/** The estimated height of a card including the gap below it; each card is measured when it becomes visible. */
const USUAL_HEIGHT = 116;

/** Returns how many cards fit on the screen. */
const screenful = (): number => Math.ceil(window.innerHeight / USUAL_HEIGHT);

/** The number of cards in the column, loaded or not. */
const ColumnCountContext = createContext(0);

/** A position in a column's list. Only visible ones exist, so each has its index and the list's length. */
const ColumnItem = ({ ref, style, index, children }: CustomItemComponentProps) => (
  <li
    ref={ref}
    // The card of a task that was just deleted is empty for a moment. If it were measured with no height, it would hide
    // the next card: of items at the same position, only the last counts as visible.
    className="min-h-px"
    aria-posinset={index + 1}
    aria-setsize={use(ColumnCountContext)}
    // An unmeasured element would be hidden until the next paint, and a hidden one can't have the focus.
    style={{ ...style, visibility: 'visible' }}
  >
    {children}
  </li>
);

/** One column of the board with its cards, of which only those in view are in the document. */
export const BoardColumn = (props: BoardColumnProps) => {
  const {
    column,
    isFiltered,
    isEmptyShown,
    isFixed,
    onShowOlder,
    isDrawn,
    isPainted,
    isOfProject,
    list,
    projectId,
    draggedId,
    focusedId,
    isOver,
    landing,
    moves,
    onNewTask,
    loadMore,
    onList,
  } = props;
  const {
    id,
    key: columnKey,
    name,
    status,
    color = null,
    limit = null,
    tasks,
    count,
    hasMore,
    endCursor,
    onDemand,
  } = column;
  const inColumn = projectId === undefined || columnKey === status ? undefined : { id: columnKey, status, projectId };
  const tools = use(ColumnToolsContext);
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useRef<VirtualizerHandle>(null);
  const keys = tasks.map(({ id }) => id);
  const notePlace = useScrollAnchor({
    virtualizer,
    scroller,
    keys,
    list: `${columnKey} ${list}`,
    margin: LIST_PADDING_TOP,
    isHeld: moves.isMoving,
  });
  const slot = landing ? insertionIndex(landing.index, dropColumn(column, draggedId ?? '')) : -1;
  // An element that leaves the document loses the drag and the focus.
  const isPrinting = usePrinting();
  const isShown = isDrawn || isPrinting;
  // Without it, the list renders nothing until it is measured, and then everything at once.
  const [first, setFirst] = useState(screenful);
  const kept = tasks.flatMap(({ id }, index) =>
    isPrinting || index < first || id === draggedId || id === focusedId ? [index] : [],
  );
  const onScroll = (): void => {
    notePlace();
    setFirst(0);
  };

  const lineAt = (index: number): 'above' | 'below' | undefined => {
    if (index === slot) return 'above';
    return slot === tasks.length && index === slot - 1 ? 'below' : undefined;
  };

  return (
    <section
      aria-label={name}
      data-column={columnKey}
      className={cx(
        'flex min-h-0 min-w-0 snap-start flex-col rounded-lg px-1.5 transition-colors md:px-2',
        isOver && 'md:bg-accent/7',
      )}
    >
      <header className="flex select-none h-10 flex-none pointer-coarse:h-13 items-center gap-2">
        <ColumnIcon status={status} color={color} />
        <h2 className="truncate text-sm" title={name}>
          {name}
        </h2>
        <span className="flex-none text-ink-3" data-count={count}>
          {limit === null || isFiltered || isSortedByTime(status) ? (
            number(count)
          ) : (
            <Suspense fallback={number(count)}>
              <CountOfLimit count={count} limit={limit} />
            </Suspense>
          )}
        </span>
        <span className="ms-auto" />
        {id !== undefined && tools?.menuOf(id)}
        <IconButton
          label={boardTexts.newTaskIn(name)}
          disabled={isFixed}
          size="sm"
          className="-me-1"
          onClick={() => onNewTask(status, { column: inColumn })}
        >
          <Plus />
        </IconButton>
      </header>
      {/* The list begins a little above the first card, for the landing line and the focus ring. Without
          `overflow-anchor: none` the browser would keep the button at the end in view and load one page after another. */}
      <div
        ref={scroller}
        data-column-list={columnKey}
        data-with-foot
        onFocus={scrollToFocused}
        className="virtual -mx-1.5 -mt-1 min-h-0 flex-1 overflow-x-hidden overflow-y-auto px-1.5 pt-1.5 [overflow-anchor:none] [scrollbar-color:var(--color-line-2)_transparent] [scrollbar-width:thin] md:-mx-2 md:px-2"
      >
        {isShown && tasks.length > 0 && (
          <ColumnCountContext value={count}>
            <Virtualizer
              ref={(list) => {
                virtualizer.current = list;
                onList(columnKey, list);
              }}
              as="ul"
              item={ColumnItem}
              data={tasks}
              itemSize={USUAL_HEIGHT}
              startMargin={LIST_PADDING_TOP}
              keepMounted={kept}
              onScroll={onScroll}
            >
              {(task, index) => (
                <BoardCard
                  key={task.id}
                  isOfProject={isOfProject}
                  line={lineAt(index)}
                  isDragging={task.id === draggedId}
                  task={task}
                  isFixed={isFixed}
                />
              )}
            </Virtualizer>
          </ColumnCountContext>
        )}
        {isShown && tasks.length === 0 && isEmptyShown && !hasMore && onDemand === 0 && (
          <p
            className={cx(
              'grid h-22 place-items-center rounded-md border border-dashed border-line-2 text-ink-3',
              landing && 'border-accent text-accent-ink',
            )}
          >
            {boardTexts.noTasks}
          </p>
        )}
        {(hasMore || onDemand > 0) && <p className="hidden print:block">{boardTexts.printed(tasks.length, count)}</p>}
        {isShown && hasMore && <ShowMore loadMore={() => loadMore(columnKey, endCursor)} />}
        {isShown && onDemand > 0 && (
          <div className="grid justify-items-center py-1 print:hidden">
            <Button variant="ghost" size="md" onClick={() => onShowOlder(columnKey)}>
              {boardTexts.showOlder(onDemand)}
            </Button>
          </div>
        )}
        {isShown && !isFixed && (
          <Suspense fallback={<div className="h-10" />}>
            {isPainted ? (
              <ColumnQuickAdd name={name} status={status} projectId={projectId} column={inColumn} />
            ) : (
              <div className="h-10" />
            )}
          </Suspense>
        )}
      </div>
    </section>
  );
};
