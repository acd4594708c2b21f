import { useEffect, useRef, useState } from 'react';
import { useTaskDrag, type Point, type TaskDrag } from '../drag/taskDrag';
import { calendarTexts } from '../../../texts/calendar';
import { dayName } from './dayName';
import { dueDayOf } from './days';
import type { CalendarTask } from './useCalendarTasks';

/** The drop target that removes the date. */
export const NO_DATE = 'none';
/** Holding a task over an arrow changes the period after this time, repeatedly. */
const TURN_MS = 700;
/** How many frames another month may take to render. */
const SETTLE_FRAMES = 20;

const texts = calendarTexts.drag;

/** A place is a day, or NO_DATE. */
export type CalendarDrag = TaskDrag<CalendarTask, string>;

/** The element at a point of the screen: a drop target, or an arrow to the next days. */
const under = ({ x, y }: Point, what: string): HTMLElement | null => {
  for (const element of document.elementsFromPoint(x, y)) {
    const found = element.closest<HTMLElement>(what);
    if (found) return found;
  }
  return null;
};

const placeOf = (task: CalendarTask): string => dueDayOf(task) ?? NO_DATE;
const nameOf = (place: string): string => (place === NO_DATE ? calendarTexts.noDate.title : dayName(place));

/**
 * A touch sends all its events to the element where it began. If that element was removed with its month, they no
 * longer bubble, so this forwards them to the page.
 */
const forwardToPage = (event: Event): void => {
  const { target } = event;
  if (!(event instanceof TouchEvent) || !(target instanceof Node) || target.isConnected) return;
  const { type, cancelable } = event;
  const touches = [...event.touches];
  const changedTouches = [...event.changedTouches];
  const forwarded = new TouchEvent(type, { touches, changedTouches, cancelable, bubbles: true });
  // During a drag, the touch must not scroll the page.
  if (!document.dispatchEvent(forwarded) && cancelable) event.preventDefault();
};

/** Continues a touch drag after its element was removed from the page; returns a function that stops it. */
const forwardTouches = ({ target }: Event): (() => void) => {
  const ended = new AbortController();
  for (const name of ['touchmove', 'touchend', 'touchcancel']) {
    target?.addEventListener(name, forwardToPage, { signal: ended.signal, passive: false });
  }
  return () => ended.abort();
};

interface CalendarDragOptions {
  taskOf: (id: string) => CalendarTask | undefined;
  /** Returns the day that a key moves the task to. */
  stepFrom: (place: string, code: string) => string | null;
  /** Shows the days around a given day. */
  show: (day: string) => void;
  turn: (by: 1 | -1) => void;
  onMove: (task: CalendarTask, day: string | null) => void;
  focusLater: (id: string, place: string | null) => void;
}

/** Drags tasks to days. Holding a task over the arrows of the calendar bar changes the period. */
export const useCalendarDrag = ({ taskOf, stepFrom, show, turn, onMove, focusLater }: CalendarDragOptions) => {
  const [drag, setDrag] = useState<CalendarDrag | null>(null);
  const turning = useRef<ReturnType<typeof setInterval> | undefined>(undefined);
  // The timer outlives renders, and each turn shows other days.
  const latestTurn = useRef(turn);
  useEffect(() => {
    latestTurn.current = turn;
  }, [turn]);
  const stopTurning = (): void => {
    clearInterval(turning.current);
    turning.current = undefined;
  };

  const { announcement, announce, context } = useTaskDrag<CalendarTask, string>({
    find: (id) => {
      const task = taskOf(id);
      return task && { task, place: placeOf(task) };
    },
    elementOf: (id) => document.querySelector(`[data-chip="${id}"]`),
    isSamePlacement: (a, b) => a === b,
    placeAt: (pointer) => {
      const by = under(pointer, '[data-turn]')?.dataset.turn;
      if (by === undefined) stopTurning();
      else turning.current ??= setInterval(() => latestTurn.current(by === '1' ? 1 : -1), TURN_MS);
      return under(pointer, '[data-drop]')?.dataset.drop ?? null;
    },
    step: (from, code) => {
      const next = stepFrom(from, code);
      if (next !== null) show(next);
      return next;
    },
    reveal: (place) => {
      const cell = document.querySelector(`[data-drop="${place}"]`);
      cell?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      const rect = cell?.getBoundingClientRect();
      return rect ? { x: rect.left + 4, y: rect.top + 24 } : null;
    },
    settleFrames: SETTLE_FRAMES,
    texts: {
      lifted: ({ title }, from) => texts.lifted(title, nameOf(from)),
      over: ({ title }, day) => texts.over(title, nameOf(day)),
      outside: texts.outside,
      moved: ({ title }, day) => texts.moved(title, nameOf(day)),
      putBack: ({ title }, origin) => texts.putBack(title, nameOf(origin)),
    },
    startPointerDrag: ({ event }) => {
      const stopForwarding = forwardTouches(event);
      return () => {
        stopTurning();
        stopForwarding();
      };
    },
    onDrag: setDrag,
    onDrop: (task, place) => onMove(task, place === NO_DATE ? null : place),
    // The moved task gets another element, and the focus would be lost with the old one.
    onDropped: ({ task, place, byKeyboard }) => {
      if (byKeyboard) focusLater(task.id, place);
    },
  });
  return { drag, announcement, announce, context };
};
