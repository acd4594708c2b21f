import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref, type RefObject } from 'react';
import { useApolloClient, useFragment } from '@apollo/client/react';
import { useDraggable } from '@dnd-kit/core';
import { flushSync } from 'react-dom';
import { useStore } from '../../../lib/store';
import { boardMovesTexts } from '../../../texts/boardMoves';
import { number } from '../../../texts/format';
import { moveActions, type MoveAction } from '../model/quickMenu';
import { findReadOnly, refuseReadOnly } from '../model/readOnly';
import { TaskFieldsFragmentDoc } from '../model/TaskFields.generated';
import { TaskCardBody } from '../parts/TaskCardBody';
import { cx } from '../../../lib/cx';
import { selectedTasks } from '../selection/selectedTasks';
import { TaskDragContext, useTaskDrag, type TaskDrag } from '../drag/taskDrag';
import { cardSpace } from './BoardCard';
import { isSortedByTime, type ColumnHead } from './boardQuery';
import type { BoardView } from './boardView';
import { placementAt, currentPlacement, scrollToPlacement, finalPlacement, placementAfterKey } from './dropTarget';
import { isSamePlacement, type Placement } from './placement';
import { startEdgeScroll } from './edgeScroll';
import type { BoardColumnData, BoardColumnTask } from './useBoard';
import type { BoardMoves } from './useBoardMoves';

/** Handles a press on the board; ignores presses outside of cards. */
export type PressHandler = (name: 'onMouseDown' | 'onTouchStart' | 'onKeyDown', event: { target: EventTarget }) => void;

interface PressedCardProps {
  view: RefObject<BoardView>;
  ref: Ref<PressHandler>;
}

/** The only card that dnd-kit knows: the one that was pressed last. Cards themselves contain no code for dragging. */
const PressedCard = ({ view, ref }: PressedCardProps) => {
  const { cache } = useApolloClient();
  const [id, setId] = useState('');
  const { listeners, setNodeRef, setActivatorNodeRef } = useDraggable({ id });
  const latest = useRef(listeners);
  useLayoutEffect(() => {
    latest.current = listeners;
    // A live change may have replaced the card's element.
    const card = view.current.board?.querySelector<HTMLElement>(`[data-card="${id}"] article`) ?? null;
    setNodeRef(card);
    setActivatorNodeRef(card?.querySelector<HTMLElement>('[data-task-link]') ?? null);
  });
  useImperativeHandle(ref, () => (name, event) => {
    const article = event.target instanceof Element ? event.target.closest('article') : null;
    const pressed = article?.closest<HTMLElement>('[data-card]')?.dataset.card;
    if (pressed === undefined) return;
    if (findReadOnly(cache, [pressed])) {
      if ('code' in event && event.code === 'Space') refuseReadOnly(cache, [pressed]);
      return;
    }
    flushSync(() => setId(pressed));
    latest.current?.[name]?.(event);
  });
  return null;
};

export type BoardDrag = TaskDrag<BoardColumnTask, Placement>;

/** For how many frames the heights of cards may change after a key has scrolled them into view. */
const SETTLE_FRAMES = 3;

const texts = boardMovesTexts.drag;

interface BoardDragOptions {
  view: RefObject<BoardView>;
  columns: readonly BoardColumnData[];
  onDrag: (drag: BoardDrag | null) => void;
  moves: BoardMoves;
  focusLater: (id: string) => void;
}

/** Dragging on the board: a place is an index in a column. */
const useBoardDrag = ({ view, columns, onDrag, moves, focusLater }: BoardDragOptions) => {
  const columnOf = (key: string): BoardColumnData | undefined => columns.find((column) => column.key === key);
  const othersIn = (key: string, id: string): number =>
    columnOf(key)?.tasks.filter((task) => task.id !== id).length ?? 0;
  /** Describes a place among all cards of its column, loaded or not, including the lifted one. */
  const describePlace = ({ column: key, index }: Placement, id: string) => {
    const column = columnOf(key);
    const of = column ? column.count + (column.tasks.some((task) => task.id === id) ? 0 : 1) : 0;
    return { column: column?.name ?? '', position: index + 1, of };
  };

  return useTaskDrag<BoardColumnTask, Placement>({
    find: (id) => {
      const column = columns.find(({ tasks }) => tasks.some((task) => task.id === id));
      const task = column?.tasks.find((each) => each.id === id);
      return column && task && { task, place: currentPlacement(id, column.key, column.tasks) };
    },
    elementOf: (id) => view.current.board?.querySelector(`[data-card="${id}"]`),
    isSamePlacement,
    placeAt: (pointer, { id }) => placementAt(view.current, columns, id, pointer),
    step: (from, code, { id }) => {
      const keys = columns.map(({ key }) => key);
      const next = placementAfterKey(from, code, keys, (key) => othersIn(key, id));
      return next && finalPlacement(columns, id, next);
    },
    reveal: (place, { id }) => scrollToPlacement(view.current, columns, id, place),
    settleFrames: SETTLE_FRAMES,
    texts: {
      lifted: ({ id, title }, place) => texts.lifted(title, describePlace(place, id)),
      over: ({ id, title }, place) => texts.over(title, describePlace(place, id)),
      outside: texts.outside,
      moved: ({ id, title }, place) => texts.moved(title, describePlace(place, id)),
      putBack: ({ title }, { column }) => texts.putBack(title, columnOf(column)?.name ?? ''),
    },
    startPointerDrag: ({ pointer, follow }) => startEdgeScroll({ view: view.current, pointer, onScroll: follow }),
    onDrag,
    onDrop: moves.toPlace,
    // In another column the card has another element, and the focus would be lost with the old one.
    onDropped: ({ task, byKeyboard }, isMoved) => {
      if (isMoved && byKeyboard) focusLater(task.id);
    },
  });
};

/** Returns actions that move a card without dragging, as far as its column is loaded. */
const listMoveActions = (
  id: string,
  heads: readonly ColumnHead[],
  columns: readonly BoardColumnData[],
  moves: BoardMoves,
  onMoved: (id: string) => void,
): readonly MoveAction[] => {
  const column = columns.find(({ tasks }) => tasks.some((task) => task.id === id));
  const index = column?.tasks.findIndex((task) => task.id === id) ?? -1;
  const task = column?.tasks[index];
  if (!column || !task) return [];
  const { key, status, tasks, hasMore } = column;
  const last = tasks.length - 1;
  const toPlace = (place: number) => (): void => {
    moves.toPlace(task, { column: key, index: place });
    onMoved(id);
  };
  const toEnd = (other: ColumnHead) => (): void => {
    moves.toEnd(task, other);
    onMoved(id);
  };
  const toColumns = heads.filter((other) => other.key !== key).map((to) => ({ to, run: toEnd(to) }));
  if (isSortedByTime(status)) return toColumns;
  return [
    ...toColumns,
    { to: 'top', disabled: index === 0, run: toPlace(0) },
    { to: 'up', disabled: index === 0, run: toPlace(index - 1) },
    { to: 'down', disabled: index >= last, run: toPlace(index + 1) },
    { to: 'bottom', disabled: index === last && !hasMore, run: toEnd(column) },
  ];
};

export interface DragLayerProps extends BoardDragOptions {
  /** All columns of the board, shown or not. */
  heads: readonly ColumnHead[];
  isOfProject: boolean;
  dragged: BoardColumnTask | null;
  press: Ref<PressHandler>;
}

/** The lifted card, which follows the pointer. */
const LiftedCard = ({ task, isOfProject }: { task: BoardColumnTask; isOfProject: boolean }) => {
  const { data, complete } = useFragment({ fragment: TaskFieldsFragmentDoc, from: task });
  if (!complete) return null;
  return (
    <article className={cx('card card-lifted', cardSpace)}>
      <TaskCardBody task={data} isOfProject={isOfProject} title={data.title} />
    </article>
  );
};

/** The number of dragged cards: all selected ones if the lifted one is selected. */
const SelectedCount = ({ id }: { id: string }) => {
  const { ids } = useStore(selectedTasks);
  if (!ids.includes(id) || ids.length < 2) return null;
  return (
    <span className="absolute -top-2 -end-2 grid h-5 min-w-5 place-items-center rounded-full bg-action px-1.5 text-xs font-medium text-on-action">
      {number(ids.length)}
    </span>
  );
};

/** Moves cards by pointer, touch, keys and menus. Code-split: people look at a board before they drag on it. */
export const DragLayer = ({ isOfProject, dragged, press, heads, ...options }: DragLayerProps) => {
  const { view, columns, moves, focusLater } = options;
  useEffect(() => {
    moveActions.set((id) => listMoveActions(id, heads, columns, moves, focusLater));
    return () => moveActions.set(null);
  }, [heads, columns, moves, focusLater]);
  return (
    <TaskDragContext
      drag={useBoardDrag(options)}
      autoScroll={false}
      lifted={
        dragged && (
          <div className="relative">
            <LiftedCard task={dragged} isOfProject={isOfProject} />
            <SelectedCount id={dragged.id} />
          </div>
        )
      }
    >
      <PressedCard view={view} ref={press} />
    </TaskDragContext>
  );
};
