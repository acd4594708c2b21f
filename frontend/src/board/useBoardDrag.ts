import { useEffect, useRef, useState, type RefObject } from 'react';
import {
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
  type Announcements,
  type CollisionDetection,
  type DragEndEvent,
  type DragMoveEvent,
  type DragStartEvent,
} from '@dnd-kit/core';
import { TASK_STATUSES, type TaskStatus } from '@contract/enums';
import { focusTask } from './focusTask';
import { holdBackClick } from './holdBackClick';
import { liftedText, movedText, overText, putBackText } from './dragTexts';
import { dropIndex, isSamePlace, placeOf, stepPlace, type Placement } from './dropTarget';
import { HOLD_MS, HoldKeyboardSensor, type HoldKeyboardSensorOptions } from './HoldKeyboardSensor';
import { measureCards, revealPlace } from './measure';
import type { BoardColumnData, BoardColumnTask } from './useBoard';

const MOUSE_DISTANCE = 5;
const TOUCH_TOLERANCE = 8;

/** The drag that is under way. */
interface Drag {
  task: BoardColumnTask;
  origin: Placement;
  /** Where the card would land; null outside every column. */
  place: Placement | null;
  byKeyboard: boolean;
  /** Where the lifted card was on the screen at first. */
  start: { x: number; y: number };
}

const isStatus = (id: unknown): id is TaskStatus => TASK_STATUSES.some((status) => status === id);

/** Dragging on the board by mouse, touch and keyboard: what is lifted, where it would land, and what is said about it. */
export const useBoardDrag = (
  board: RefObject<HTMLElement | null>,
  columns: readonly BoardColumnData[],
  onMove: (task: BoardColumnTask, place: Placement) => void,
) => {
  const pointer = useRef<{ x: number; y: number } | null>(null);
  const drag = useRef<Drag | null>(null);
  const announced = useRef<Placement | null>(null);
  const outcome = useRef('');
  const [shown, setShown] = useState<Drag | null>(null);
  // A sensor keeps the functions it was started with; the columns may change under a drag.
  const latest = useRef(columns);
  useEffect(() => {
    latest.current = columns;
  }, [columns]);

  const othersIn = (status: TaskStatus, id: string): number =>
    latest.current.find((column) => column.status === status)?.tasks.filter((task) => task.id !== id).length ?? 0;

  const setPlace = (place: Placement | null): void => {
    if (!drag.current || isSamePlace(drag.current.place, place)) return;
    drag.current = { ...drag.current, place };
    setShown(drag.current);
  };

  const onStep = (code: string): { x: number; y: number } | undefined => {
    const now = drag.current;
    if (!now || !board.current) return undefined;
    const next = stepPlace(now.place ?? now.origin, code, (status) => othersIn(status, now.task.id));
    if (!next) return undefined;
    setPlace(next);
    const corner = revealPlace(board.current, next, now.task.id);
    return corner ? { x: corner.x - now.start.x, y: corner.y - now.start.y } : undefined;
  };

  const keyboardOptions: HoldKeyboardSensorOptions = { onStep };
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: MOUSE_DISTANCE } }),
    useSensor(TouchSensor, { activationConstraint: { delay: HOLD_MS, tolerance: TOUCH_TOLERANCE } }),
    useSensor(HoldKeyboardSensor, keyboardOptions),
  );

  const collisionDetection: CollisionDetection = (args) => {
    pointer.current = args.pointerCoordinates;
    if (args.pointerCoordinates) return pointerWithin(args);
    const status = drag.current?.place?.status;
    return args.droppableContainers.filter(({ id }) => id === status).map(({ id }) => ({ id }));
  };

  const follow = ({ over }: Pick<DragMoveEvent, 'over'>): void => {
    const now = drag.current;
    if (!now || now.byKeyboard) return;
    const y = pointer.current?.y;
    if (!over || !isStatus(over.id) || y === undefined || !board.current) return setPlace(null);
    setPlace({ status: over.id, index: dropIndex(measureCards(board.current, over.id, now.task.id), y) });
  };

  const onDragStart = ({ active, activatorEvent }: DragStartEvent): void => {
    const column = latest.current.find(({ tasks }) => tasks.some(({ id }) => id === active.id));
    const task = column?.tasks.find(({ id }) => id === active.id);
    if (!column || !task) return;
    const rect = board.current?.querySelector(`[data-card="${task.id}"]`)?.getBoundingClientRect();
    const origin = placeOf(task.id, column.status, column.tasks);
    drag.current = {
      task,
      origin,
      place: origin,
      byKeyboard: activatorEvent instanceof KeyboardEvent,
      start: { x: rect?.left ?? 0, y: rect?.top ?? 0 },
    };
    announced.current = origin;
    setShown(drag.current);
  };

  const finish = (): Drag | null => {
    const ended = drag.current;
    drag.current = null;
    setShown(null);
    if (ended && !ended.byKeyboard) holdBackClick();
    return ended;
  };

  const onDragEnd = (event: DragEndEvent): void => {
    follow(event);
    const ended = finish();
    if (!ended) return;
    const { task, place, origin } = ended;
    if (!place || isSamePlace(place, origin)) {
      outcome.current = putBackText(task.title, origin.status);
      return;
    }
    outcome.current = movedText(task.title, place, othersIn(place.status, task.id) + 1);
    onMove(task, place);
    // In another column it is another element, and the focus would be lost with the old one.
    if (ended.byKeyboard) focusTask(task.id);
  };

  const onDragCancel = (): void => {
    const ended = finish();
    outcome.current = ended ? putBackText(ended.task.title, ended.origin.status) : '';
  };

  const sayPlace = (): string | undefined => {
    const now = drag.current;
    if (!now || isSamePlace(announced.current, now.place)) return undefined;
    announced.current = now.place;
    return overText(now.task.title, now.place, now.place ? othersIn(now.place.status, now.task.id) + 1 : 0);
  };

  const announcements: Announcements = {
    onDragStart: () => {
      const now = drag.current;
      return now ? liftedText(now.task.title, now.origin, othersIn(now.origin.status, now.task.id) + 1) : undefined;
    },
    onDragMove: sayPlace,
    onDragOver: sayPlace,
    onDragEnd: () => outcome.current,
    onDragCancel: () => outcome.current,
  };

  return {
    dragged: shown?.task ?? null,
    overStatus: shown?.place?.status ?? null,
    /** Where the landing line is drawn: nowhere at the card's own place. */
    landing: shown?.place && !isSamePlace(shown.place, shown.origin) ? shown.place : null,
    context: {
      sensors,
      collisionDetection,
      onDragStart,
      onDragMove: follow,
      onDragOver: follow,
      onDragEnd,
      onDragCancel,
      announcements,
    },
  };
};
