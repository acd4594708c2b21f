import { useEffect, useRef, useState, type ReactNode } from 'react';
import {
  DndContext,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type Announcements,
  type CollisionDetection,
  type DndContextProps,
  type DragEndEvent,
  type DragStartEvent,
} from '@dnd-kit/core';
import {
  HOLD_MS,
  LongPressKeyboardSensor,
  KEY_LISTEN_DELAY_MS,
  MOUSE_DISTANCE,
  TOUCH_TOLERANCE,
  type LongPressKeyboardSensorOptions,
} from './LongPressKeyboardSensor';

export interface Point {
  x: number;
  y: number;
}

/** A drag in progress. */
export interface TaskDrag<Task, Place> {
  task: Task;
  origin: Place;
  /** The drop target; null outside of all targets. */
  place: Place | null;
  byKeyboard: boolean;
  /** The corner of the task on the screen before it was lifted. */
  start: Point;
}

/** The tools of a pointer drag until it ends. */
export interface PointerDrag {
  event: Event;
  pointer: () => Point | null;
  /** Updates the place under the pointer, for example after scrolling. */
  follow: () => void;
}

export interface TaskDragOptions<Task extends { id: string; title: string }, Place> {
  find: (id: string) => { task: Task; place: Place } | undefined;
  elementOf: (id: string) => Element | null | undefined;
  isSamePlacement: (a: Place | null, b: Place | null) => boolean;
  /** The place under the pointer; null outside every place. */
  placeAt: (pointer: Point, task: Task) => Place | null;
  /** Returns the place that a key moves to. */
  step: (from: Place, code: string, task: Task) => Place | null;
  /** Scrolls a place into view and returns the corner where the lifted task is drawn. */
  reveal: (place: Place, task: Task) => Point | null;
  /**
   * For this many frames, the place that a key has moved to is revealed again, because items that scroll into view
   * change their size.
   */
  settleFrames: number;
  texts: {
    lifted: (task: Task, from: Place) => string;
    over: (task: Task, place: Place) => string;
    outside: (title: string) => string;
    moved: (task: Task, place: Place) => string;
    putBack: (task: Task, origin: Place) => string;
  };
  /** Starts work that lasts as long as a pointer drag; returns a function that stops it. */
  startPointerDrag: (drag: PointerDrag) => () => void;
  onDrag: (drag: TaskDrag<Task, Place> | null) => void;
  onDrop: (task: Task, place: Place) => void;
  /** Called after a drop, but not after a canceled drag. */
  onDropped?: (drag: TaskDrag<Task, Place>, isMoved: boolean) => void;
}

const nothing = (): undefined => undefined;

/** How long dnd-kit hides clicks from the app after a drag. */
const CLICK_HIDDEN_MS = 50;
/** A finger that lets go of a task within this time, without moving it, has tapped on it. */
const TAP_MS = 1_000;

/**
 * The release that ends a drag makes the browser click the link under the pointer. dnd-kit hides that click from the app, and
 * thus from the router that would prevent a page load, so it is prevented here. If a finger pressed at `pressedAt` only
 * tapped, the click is repeated when dnd-kit no longer hides it.
 */
const catchClick = (pressedAt = -Infinity): void => {
  const onClick = (event: MouseEvent): void => {
    event.preventDefault();
    if (event.timeStamp - pressedAt > TAP_MS) return;
    const repeat = (): unknown =>
      document.elementFromPoint(event.clientX, event.clientY)?.dispatchEvent(new PointerEvent('click', event));
    setTimeout(repeat, CLICK_HIDDEN_MS + 1);
  };
  window.addEventListener('click', onClick, true);
  setTimeout(() => window.removeEventListener('click', onClick, true), CLICK_HIDDEN_MS);
};

/**
 * Reports the mouse until its release. dnd-kit reports a move only after the next render, and no release that comes before
 * the first one, so a quick drag on a slow device would be lost.
 */
const followMouse = (onMove: (at: Point) => void, onRelease: () => void): (() => void) => {
  const end = new AbortController();
  const options = { capture: true, signal: end.signal };
  const move = ({ clientX: x, clientY: y }: MouseEvent): void => onMove({ x, y });
  window.addEventListener('mousemove', move, options);
  window.addEventListener('mouseup', move, options);
  window.addEventListener('mouseup', onRelease, options);
  return () => end.abort();
};

/** Drags tasks by mouse, touch and keyboard, with announcements. Boards and the calendar define the places. */
export const useTaskDrag = <Task extends { id: string; title: string }, Place>(
  options: TaskDragOptions<Task, Place>,
) => {
  const [announcement, announce] = useState('');
  const pointer = useRef<Point | null>(null);
  const drag = useRef<TaskDrag<Task, Place> | null>(null);
  const stop = useRef<() => void>(() => undefined);
  // A sensor keeps the functions that it was started with, although the page may change during a drag.
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => () => stop.current(), []);

  const set = (next: TaskDrag<Task, Place> | null): void => {
    drag.current = next;
    latest.current.onDrag(next);
  };
  const setPlace = (place: Place | null): void => {
    const { isSamePlacement, texts } = latest.current;
    if (!drag.current || isSamePlacement(drag.current.place, place)) return;
    const { task } = drag.current;
    set({ ...drag.current, place });
    announce(place === null ? texts.outside(task.title) : texts.over(task, place));
  };

  const onStep: LongPressKeyboardSensorOptions['onStep'] = (code, moveBy) => {
    if (!drag.current) return;
    const { task, place, origin, start } = drag.current;
    const next = latest.current.step(place ?? origin, code, task);
    if (next === null) return;
    setPlace(next);
    const settle = (frames: number): void => {
      const { isSamePlacement, reveal } = latest.current;
      if (!drag.current || !isSamePlacement(drag.current.place, next)) return;
      const corner = reveal(next, task);
      if (corner) moveBy({ x: corner.x - start.x, y: corner.y - start.y });
      if (frames > 0) requestAnimationFrame(() => settle(frames - 1));
    };
    settle(latest.current.settleFrames);
  };
  const keyboardOptions: LongPressKeyboardSensorOptions = { onStep };
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: MOUSE_DISTANCE } }),
    useSensor(TouchSensor, { activationConstraint: { delay: HOLD_MS, tolerance: TOUCH_TOLERANCE } }),
    useSensor(LongPressKeyboardSensor, keyboardOptions),
  );

  // Most places are not rendered, so dnd-kit cannot find the one under the pointer and only reports the pointer.
  const collisionDetection: CollisionDetection = ({ pointerCoordinates }) => {
    pointer.current = pointerCoordinates;
    return [];
  };

  const follow = (): void => {
    if (!drag.current || drag.current.byKeyboard || !pointer.current) return;
    setPlace(latest.current.placeAt(pointer.current, drag.current.task));
  };

  const onDragStart = ({ active, activatorEvent }: DragStartEvent): void => {
    const { find, elementOf, texts, startPointerDrag } = latest.current;
    const found = find(String(active.id));
    if (!found) return;
    const { task, place } = found;
    const rect = elementOf(task.id)?.getBoundingClientRect();
    const lifted: TaskDrag<Task, Place> = {
      task,
      origin: place,
      place,
      byKeyboard: activatorEvent instanceof KeyboardEvent,
      start: { x: rect?.left ?? 0, y: rect?.top ?? 0 },
    };
    set(lifted);
    const words = texts.lifted(task, place);
    if (lifted.byKeyboard) {
      // dnd-kit starts to listen to keys a moment later, and people who hear this may press one.
      setTimeout(() => drag.current === lifted && announce(words), KEY_LISTEN_DELAY_MS);
      return;
    }
    announce(words);
    pointer.current = null;
    const stopDrag = startPointerDrag({ event: activatorEvent, pointer: () => pointer.current, follow });
    const onMove = (at: Point): void => {
      pointer.current = at;
    };
    const stopMouse = activatorEvent.type === 'mousedown' ? followMouse(onMove, () => end(activatorEvent)) : nothing;
    stop.current = () => {
      stopMouse();
      stopDrag();
    };
  };

  const finish = (): TaskDrag<Task, Place> | null => {
    const ended = drag.current;
    if (!ended) return null;
    stop.current();
    set(null);
    return ended;
  };
  const putBack = ({ task, origin }: TaskDrag<Task, Place>): void =>
    announce(latest.current.texts.putBack(task, origin));

  /** Drops the task, unless the drag has ended already. */
  const end = (activatorEvent: Event): void => {
    follow();
    const ended = finish();
    if (!ended) return;
    const { task, place, origin } = ended;
    const { isSamePlacement, texts, onDrop, onDropped } = latest.current;
    const isMoved = place !== null && !isSamePlacement(place, origin);
    // The browser sends no click if the finger moved.
    const isPress = !isMoved && activatorEvent.type === 'touchstart';
    if (!ended.byKeyboard) catchClick(isPress ? activatorEvent.timeStamp : undefined);
    if (isMoved) {
      announce(texts.moved(task, place));
      onDrop(task, place);
    } else putBack(ended);
    onDropped?.(ended, isMoved);
  };
  const onDragEnd = ({ activatorEvent }: DragEndEvent): void => end(activatorEvent);
  const onDragCancel = (): void => {
    const ended = finish();
    if (!ended) return;
    if (!ended.byKeyboard) catchClick();
    putBack(ended);
  };

  return {
    /** For screen readers, because dnd-kit announces nothing when a key scrolls the place below the task. */
    announcement,
    announce,
    context: { sensors, collisionDetection, onDragStart, onDragMove: follow, onDragEnd, onDragCancel },
  };
};

/** Disables dnd-kit's announcements, which our own replace. */
const SILENT: Announcements = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing };

interface TaskDragContextProps extends Pick<DndContextProps, 'autoScroll'> {
  drag: Pick<ReturnType<typeof useTaskDrag>, 'announcement' | 'context'>;
  /** The lifted task, which follows the pointer. */
  lifted: ReactNode;
  children: ReactNode;
}

/** Renders the drag of a page: its draggable children, the lifted task and the announcements. */
export const TaskDragContext = ({ drag, lifted, autoScroll = true, children }: TaskDragContextProps) => (
  <DndContext
    {...drag.context}
    autoScroll={autoScroll}
    accessibility={{ announcements: SILENT, screenReaderInstructions: { draggable: '' }, restoreFocus: false }}
  >
    {children}
    <p role="status" aria-live="assertive" className="sr-only">
      {drag.announcement}
    </p>
    {/* No animation, because a drop paints the task at its place in the same frame. */}
    <DragOverlay dropAnimation={null}>{lifted}</DragOverlay>
  </DndContext>
);
