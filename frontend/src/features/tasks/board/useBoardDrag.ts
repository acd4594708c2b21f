import { useEffect, useRef, useState, type RefObject } from 'react';
import { type CollisionDetection, type DragStartEvent } from '@dnd-kit/core';
import type { TaskStatus } from '@contract/enums';
import { STATUS_LABELS } from '../../../lib/text';
import { boardTexts } from '../../../texts/board';
import { placeAt, revealPlace, settlePlace, type BoardView, type Point } from './boardView';
import { isSamePlace, placeOf, stepPlace, type Placement } from './dropTarget';
import { startEdgeScroll } from './edgeScroll';
import { holdBackClick } from './holdBackClick';
import { KEYS_HEARD_MS, type HoldKeyboardSensorOptions } from './HoldKeyboardSensor';
import { useDragSensors } from './useDragSensors';
import type { BoardColumnData, BoardColumnTask } from './useBoard';

/** The drag that is under way. */
export interface Drag {
  task: BoardColumnTask;
  origin: Placement;
  /** Where the card would land; null outside every column. */
  place: Placement | null;
  byKeyboard: boolean;
  /** Where the lifted card was on the screen at first. */
  start: Point;
}

/** How many frames later the lifted card is put right once more over a place that a key took it to. */
const SETTLE_FRAMES = 3;

const texts = boardTexts.drag;

export interface BoardDragOptions {
  view: RefObject<BoardView>;
  columns: readonly BoardColumnData[];
  /** What is lifted, and where it would land. */
  onDrag: (drag: Drag | null) => void;
  onMove: (task: BoardColumnTask, place: Placement) => void;
  focusLater: (id: string) => void;
}

/** Dragging on the board by mouse, touch and keyboard, and what is said about it. */
export const useBoardDrag = ({ view, columns, onDrag, onMove, focusLater }: BoardDragOptions) => {
  const pointer = useRef<Point | null>(null);
  const drag = useRef<Drag | null>(null);
  const stopScrolling = useRef<() => void>(() => undefined);
  const [said, setSaid] = useState('');
  // A sensor keeps the functions it was started with; the columns may change under a drag.
  const latest = useRef(columns);
  useEffect(() => {
    latest.current = columns;
  }, [columns]);
  useEffect(() => () => stopScrolling.current(), []);

  const columnOf = (status: TaskStatus): BoardColumnData | undefined =>
    latest.current.find((column) => column.status === status);
  const othersIn = (status: TaskStatus, id: string): number =>
    columnOf(status)?.tasks.filter((task) => task.id !== id).length ?? 0;
  /** A place as it is read out, among all cards of its column, loaded or not, as if the lifted one were one of them. */
  const read = ({ status, index }: Placement, id: string) => {
    const column = columnOf(status);
    const of = column ? column.count + (column.tasks.some((task) => task.id === id) ? 0 : 1) : 0;
    return { column: STATUS_LABELS[status], position: index + 1, of };
  };

  const setPlace = (place: Placement | null): void => {
    if (!drag.current || isSamePlace(drag.current.place, place)) return;
    drag.current = { ...drag.current, place };
    onDrag(drag.current);
    const { id, title } = drag.current.task;
    setSaid(place ? texts.over(title, read(place, id)) : texts.outside(title));
  };

  const onStep: HoldKeyboardSensorOptions['onStep'] = (code, moveBy) => {
    const now = drag.current;
    const step = now && stepPlace(now.place ?? now.origin, code, (status) => othersIn(status, now.task.id));
    if (!step) return;
    const next = settlePlace(latest.current, now.task.id, step);
    setPlace(next);
    const settle = (frames: number): void => {
      if (!drag.current || !isSamePlace(drag.current.place, next)) return;
      const corner = revealPlace(view.current, latest.current, now.task.id, next);
      if (corner) moveBy({ x: corner.x - now.start.x, y: corner.y - now.start.y });
      // Cards that only now come into view take their true heights.
      if (frames > 0) requestAnimationFrame(() => settle(frames - 1));
    };
    settle(SETTLE_FRAMES);
  };

  const sensors = useDragSensors(onStep);

  // Where the card would land depends on what is in view, which the library does not know: it only says where the pointer is.
  const collisionDetection: CollisionDetection = ({ pointerCoordinates }) => {
    pointer.current = pointerCoordinates;
    return [];
  };

  const follow = (): void => {
    const now = drag.current;
    if (!now || now.byKeyboard || !pointer.current) return;
    setPlace(placeAt(view.current, latest.current, now.task.id, pointer.current));
  };

  const onDragStart = ({ active, activatorEvent }: DragStartEvent): void => {
    const column = latest.current.find(({ tasks }) => tasks.some(({ id }) => id === active.id));
    const task = column?.tasks.find(({ id }) => id === active.id);
    if (!column || !task) return;
    const rect = view.current.board?.querySelector(`[data-card="${task.id}"]`)?.getBoundingClientRect();
    const origin = placeOf(task.id, column.status, column.tasks);
    drag.current = {
      task,
      origin,
      place: origin,
      byKeyboard: activatorEvent instanceof KeyboardEvent,
      start: { x: rect?.left ?? 0, y: rect?.top ?? 0 },
    };
    onDrag(drag.current);
    const lifted = texts.lifted(task.title, read(origin, task.id));
    if (drag.current.byKeyboard) {
      // The library hears keys only a moment after this; who is told now may press one.
      setTimeout(() => drag.current?.place === origin && setSaid(lifted), KEYS_HEARD_MS);
      return;
    }
    setSaid(lifted);
    pointer.current = null;
    stopScrolling.current = startEdgeScroll({ view: view.current, pointer: () => pointer.current, onScroll: follow });
  };

  const finish = (): Drag | null => {
    const ended = drag.current;
    stopScrolling.current();
    drag.current = null;
    onDrag(null);
    if (ended && !ended.byKeyboard) holdBackClick();
    return ended;
  };

  const onDragEnd = (): void => {
    follow();
    const ended = finish();
    if (!ended) return;
    const { task, place, origin } = ended;
    if (!place || isSamePlace(place, origin)) {
      setSaid(texts.putBack(task.title, STATUS_LABELS[origin.status]));
      return;
    }
    setSaid(texts.moved(task.title, read(place, task.id)));
    onMove(task, place);
    // In another column it is another element, and the focus would be lost with the old one.
    if (ended.byKeyboard) focusLater(task.id);
  };

  const onDragCancel = (): void => {
    const ended = finish();
    if (ended) setSaid(texts.putBack(ended.task.title, STATUS_LABELS[ended.origin.status]));
  };

  return {
    /** What screen readers hear; the library would say nothing where a step scrolls the column under the card. */
    said,
    context: {
      sensors,
      collisionDetection,
      onDragStart,
      onDragMove: follow,
      onDragEnd,
      onDragCancel,
    },
  };
};
