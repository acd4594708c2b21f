import { useEffect, useRef, useState } from 'react';
import { type CollisionDetection, type DragStartEvent } from '@dnd-kit/core';
import { holdBackClick } from '../board/holdBackClick';
import { KEYS_HEARD_MS, type HoldKeyboardSensorOptions } from '../board/HoldKeyboardSensor';
import { useDragSensors } from '../board/useDragSensors';
import { calendarTexts } from '../../../texts/calendar';
import { dayName } from './dayName';
import { dayOf } from './days';
import type { CalendarTask } from './useCalendarTasks';

/** Where a task is dropped to have no date. */
export const NO_DATE = 'none';
/** Over the way to another month it is turned to after so long, and again. */
const TURN_MS = 700;
/** How many frames a day that was turned to may take to be drawn. */
const FRAMES = 20;

const texts = calendarTexts.drag;

/** The drag that is under way. */
export interface CalendarDrag {
  task: CalendarTask;
  /** A day, or none. */
  from: string;
  /** Where it would land; null outside of everything. */
  over: string | null;
  byKeyboard: boolean;
}

interface Point {
  x: number;
  y: number;
}

/** What lies under a point of the screen: a place to drop at, or a way to turn to the next days. */
const under = ({ x, y }: Point, what: string): HTMLElement | null => {
  for (const element of document.elementsFromPoint(x, y)) {
    const found = element.closest<HTMLElement>(what);
    if (found) return found;
  }
  return null;
};

const placeOf = ({ dueDate }: CalendarTask): string => (dueDate === null ? NO_DATE : dayOf(dueDate));
const nameOf = (place: string): string => (place === NO_DATE ? calendarTexts.noDate.title : dayName(place));

/**
 * A finger's events go to the element that it was put on, also when that has left the page with the month it was in; then
 * nobody else hears them. They are told to the page instead.
 */
const tellPage = (event: Event): void => {
  const { target } = event;
  if (!(event instanceof TouchEvent) || !(target instanceof Node) || target.isConnected) return;
  const { type, cancelable } = event;
  const touches = [...event.touches];
  const changedTouches = [...event.changedTouches];
  const told = new TouchEvent(type, { touches, changedTouches, cancelable, bubbles: true });
  // Taken for the drag it must not scroll the page as well.
  if (!document.dispatchEvent(told) && cancelable) event.preventDefault();
};

/** Lets a drag by touch go on when what it began at is taken off the page; answers how to stop. */
const outliveTarget = ({ target }: Event): (() => void) => {
  const ended = new AbortController();
  for (const name of ['touchmove', 'touchend', 'touchcancel']) {
    target?.addEventListener(name, tellPage, { signal: ended.signal, passive: false });
  }
  return () => ended.abort();
};

interface CalendarDragOptions {
  taskOf: (id: string) => CalendarTask | undefined;
  /** The day that a key leads to from a day; what has none begins at the first of these. */
  stepFrom: (place: string, code: string) => string | null;
  /** Shows other days: those around this one, or the next or the last ones. */
  show: (day: string) => void;
  turn: (by: 1 | -1) => void;
  onMove: (task: CalendarTask, day: string | null) => void;
  focusLater: (id: string) => void;
}

/** Dragging tasks to days by mouse, touch and keyboard, and what is said about it. */
export const useCalendarDrag = (options: CalendarDragOptions) => {
  const [drag, setDrag] = useState<CalendarDrag | null>(null);
  const [said, setSaid] = useState('');
  const pointer = useRef<Point | null>(null);
  const now = useRef<CalendarDrag | null>(null);
  const start = useRef<Point>({ x: 0, y: 0 });
  const turning = useRef<ReturnType<typeof setInterval> | undefined>(undefined);
  const stopOutliving = useRef<(() => void) | undefined>(undefined);
  // A sensor keeps the functions it was started with; the days may be turned under a drag.
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => () => clearInterval(turning.current), []);

  const set = (next: CalendarDrag | null): void => {
    now.current = next;
    setDrag(next);
  };
  const setOver = (over: string | null): void => {
    if (!now.current || now.current.over === over) return;
    set({ ...now.current, over });
    const { title } = now.current.task;
    setSaid(over === null ? texts.outside(title) : texts.over(title, nameOf(over)));
  };

  const onStep: HoldKeyboardSensorOptions['onStep'] = (code, moveBy) => {
    if (!now.current) return;
    const next = latest.current.stepFrom(now.current.over ?? now.current.from, code);
    if (next === null) return;
    latest.current.show(next);
    setOver(next);
    const settle = (frames: number): void => {
      if (now.current?.over !== next) return;
      const cell = document.querySelector(`[data-drop="${next}"]`);
      cell?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      const rect = cell?.getBoundingClientRect();
      if (rect) moveBy({ x: rect.left + 4 - start.current.x, y: rect.top + 24 - start.current.y });
      if (frames > 0) requestAnimationFrame(() => settle(frames - 1));
    };
    settle(FRAMES);
  };

  const sensors = useDragSensors(onStep);

  // Days that are turned to come and go: what is under the pointer is looked for on the screen itself.
  const collisionDetection: CollisionDetection = ({ pointerCoordinates }) => {
    pointer.current = pointerCoordinates;
    return [];
  };

  const stopTurning = (): void => {
    clearInterval(turning.current);
    turning.current = undefined;
  };
  const follow = (): void => {
    if (!now.current || now.current.byKeyboard || !pointer.current) return;
    setOver(under(pointer.current, '[data-drop]')?.dataset.drop ?? null);
    const by = under(pointer.current, '[data-turn]')?.dataset.turn;
    if (by === undefined) stopTurning();
    else turning.current ??= setInterval(() => latest.current.turn(by === '1' ? 1 : -1), TURN_MS);
  };

  const onDragStart = ({ active, activatorEvent }: DragStartEvent): void => {
    const task = latest.current.taskOf(String(active.id));
    if (!task) return;
    const rect = document.querySelector(`[data-chip="${task.id}"]`)?.getBoundingClientRect();
    start.current = { x: rect?.left ?? 0, y: rect?.top ?? 0 };
    pointer.current = null;
    stopOutliving.current = outliveTarget(activatorEvent);
    const from = placeOf(task);
    const lifted = { task, from, over: from, byKeyboard: activatorEvent instanceof KeyboardEvent };
    set(lifted);
    const words = texts.lifted(task.title, nameOf(from));
    if (lifted.byKeyboard) setTimeout(() => now.current === lifted && setSaid(words), KEYS_HEARD_MS);
    else setSaid(words);
  };

  const finish = (): CalendarDrag | null => {
    const ended = now.current;
    stopTurning();
    stopOutliving.current?.();
    set(null);
    if (ended && !ended.byKeyboard) holdBackClick();
    return ended;
  };
  const putBack = ({ task, from }: CalendarDrag): void => setSaid(texts.putBack(task.title, nameOf(from)));

  const onDragEnd = (): void => {
    follow();
    const ended = finish();
    if (!ended) return;
    const { task, over, from, byKeyboard } = ended;
    if (over === null || over === from) putBack(ended);
    else {
      setSaid(texts.moved(task.title, nameOf(over)));
      latest.current.onMove(task, over === NO_DATE ? null : over);
    }
    // At another place it is another element, and the focus would be lost with the old one.
    if (byKeyboard) latest.current.focusLater(task.id);
  };
  const onDragCancel = (): void => {
    const ended = finish();
    if (ended) putBack(ended);
  };

  return {
    drag,
    said,
    say: setSaid,
    context: { sensors, collisionDetection, onDragStart, onDragMove: follow, onDragEnd, onDragCancel },
  };
};
