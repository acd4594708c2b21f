import { startTransition, Suspense, use, useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { cx } from '../../../lib/cx';
import { isFreeForFocus } from '../../../lib/keyboard/scope';
import { useIsPainted } from '../../../lib/useIsPainted';
import { boardTexts } from '../../../texts/board';
import { BoardColumn, type ColumnsProps } from './BoardColumn';
import type { BoardFilter, ColumnHead } from './boardQuery';
import { DRAG_HELP_ID, type BoardView } from './boardView';
import { cardAtKey } from './cardKeys';
import { ColumnToolsContext } from './columnTools';
import type { BoardDrag, PressHandler } from './DragLayer';
import { BoardSelection, DragLayer } from './lazyParts';
import { isSamePlacement } from './placement';
import type { BoardColumnData } from './useBoard';
import { useBoardMoves } from './useBoardMoves';
import { useCardFocus } from './useCardFocus';

interface BoardColumnsProps extends ColumnsProps {
  filter: BoardFilter;
  /** No column has tasks. */
  isEmpty: boolean;
  /** All columns of the board, shown or not. */
  heads: readonly ColumnHead[];
  columns: readonly BoardColumnData[];
  /** All columns have painted their first cards. */
  onPainted: () => void;
}

/** Returns how many columns have rendered their cards: one by one, so the first is visible soon and nothing blocks. */
const useStaggeredCount = (count: number): number => {
  const [drawn, setDrawn] = useState(1);
  useEffect(() => {
    if (drawn >= count) return undefined;
    const timer = setTimeout(() => startTransition(() => setDrawn(drawn + 1)));
    return () => clearTimeout(timer);
  }, [drawn, count]);
  return drawn;
};

/** The columns side by side, and the code that moves cards between them by pointer, touch and keys. */
export const BoardColumns = (props: BoardColumnsProps) => {
  const { filter, isEmpty, heads, columns, onPainted, ...common } = props;
  const { isOfProject, isFiltered, isFixed } = common;
  const tools = use(ColumnToolsContext);
  const view = useRef<BoardView>({ board: null, lists: new Map() });
  const moves = useBoardMoves(columns, filter);
  const drawn = useStaggeredCount(columns.length);
  // Loaded only now, because code that only presses need must not delay the cards.
  const isPainted = useIsPainted(drawn >= columns.length);
  const reportPainted = useEffectEvent(onPainted);
  useEffect(() => {
    if (isPainted) reportPainted();
  }, [isPainted]);
  const { focusedId, focusCard, focusLater, onFocus } = useCardFocus();
  const [drag, setDrag] = useState<BoardDrag | null>(null);
  const press = useRef<PressHandler>(null);
  /** A press before the drag layer has loaded; it counts if it is still held afterwards. */
  const early = useRef<(() => void) | null>(null);
  const dragged = drag?.task ?? null;
  /** The position of the landing line; null at the card's own position. */
  const landing = drag?.place && !isSamePlacement(drag.place, drag.origin) ? drag.place : null;

  const onList = (column: string, list: VirtualizerHandle | null): void => {
    if (list) view.current.lists.set(column, list);
    else view.current.lists.delete(column);
  };

  const onPress: PressHandler = (...pressed) => {
    if (press.current) press.current(...pressed);
    else early.current = () => press.current?.(...pressed);
  };
  const onRelease = (): void => {
    early.current = null;
  };
  const onLayer = (layer: PressHandler | null): void => {
    press.current = layer;
    if (!layer || !early.current) return;
    // Deferred until React has finished rendering.
    setTimeout(() => {
      const pressAgain = early.current;
      early.current = null;
      pressAgain?.();
    });
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const { target, key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (
      !isFixed &&
      !press.current &&
      code === 'Space' &&
      target instanceof HTMLElement &&
      target.dataset.taskLink !== undefined
    ) {
      // Prevents the default action, because the browser would scroll the card away. The drag library ignores a
      // prevented press, so the press is repeated.
      event.preventDefault();
      const pressed = new window.KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true });
      if (!event.repeat) early.current = () => target.dispatchEvent(pressed);
      return;
    }
    onPress('onKeyDown', event);
    if (dragged || event.defaultPrevented || ctrlKey || metaKey || altKey || shiftKey || !isFreeForFocus(event)) return;
    const id = target instanceof HTMLElement ? target.dataset.taskLink : undefined;
    const next = id === undefined ? undefined : cardAtKey(view.current, columns, id, key);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (next !== null) focusCard(next);
  };

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus is on the cards inside */}
      <div
        ref={(board) => {
          view.current.board = board;
        }}
        role="group"
        aria-label={boardTexts.columns}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        onKeyUp={onRelease}
        onMouseDown={(event) => onPress('onMouseDown', event)}
        onMouseUp={onRelease}
        onTouchStart={(event) => onPress('onTouchStart', event)}
        onTouchEnd={onRelease}
        className={cx(
          // Neither the width of the columns nor the height of their cards may stretch the page, because both scroll.
          'board grid min-h-[516px] flex-1 contain-size auto-cols-[calc(100vw-56px)] grid-flow-col grid-rows-[minmax(0,1fr)] overflow-x-auto overflow-y-hidden px-3 pb-3 md:auto-cols-[minmax(272px,1fr)] md:gap-2 md:px-4 md:pb-4',
          // Snapping would work against scrolling at the edges while a card is dragged.
          !dragged && 'snap-x snap-mandatory scroll-px-3 md:snap-proximity md:scroll-px-4',
        )}
      >
        {columns.map((column, index) => (
          <BoardColumn
            key={column.key}
            {...common}
            isEmptyShown={!isFiltered || !isEmpty}
            column={column}
            isDrawn={index < drawn}
            isPainted={isPainted}
            projectId={filter.projectId ?? undefined}
            draggedId={dragged?.id ?? null}
            focusedId={focusedId}
            isOver={drag?.place?.column === column.key}
            landing={landing?.column === column.key ? landing : null}
            moves={moves}
            onList={onList}
          />
        ))}
      </div>
      <p id={DRAG_HELP_ID} hidden>
        {isFixed ? boardTexts.drag.fixed : boardTexts.drag.instructions}
      </p>
      {isPainted && !isFixed && (
        <Suspense>
          <DragLayer
            view={view}
            heads={heads}
            columns={columns}
            isOfProject={isOfProject}
            dragged={dragged}
            press={onLayer}
            onDrag={setDrag}
            moves={moves}
            focusLater={focusLater}
          />
          {tools && <tools.Drag view={view} columns={tools.columns} />}
          <BoardSelection view={view} columns={columns} isDragging={dragged !== null} focusCard={focusCard} />
        </Suspense>
      )}
    </>
  );
};
