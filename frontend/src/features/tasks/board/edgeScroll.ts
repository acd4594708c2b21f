import type { Point } from '../drag/taskDrag';
import type { BoardView } from './boardView';
import { listAtX } from './dropTarget';

/** The distance from an edge at which scrolling begins, and its speed in pixels per second at the edge itself. */
const EDGE = 72;
const MAX_SPEED = { scrollTop: 1_400, scrollLeft: 600 };
/** A pointer pressed near an edge does not scroll until it moves towards the edge. */
const MIN_MOVE = 8;
/** The maximum duration that a frame counts for, so that a late frame does not jump. */
const LONGEST_FRAME = 0.05;

/** The scroll speed, from -1 to 1, for a pointer at `at` in an area from `start` to `end`. */
export const edgeSpeed = (at: number, start: number, end: number): number => {
  const edge = Math.min(EDGE, (end - start) / 4);
  if (edge <= 0) return 0;
  if (at < start + edge) return -Math.min(1, (start + edge - at) / edge);
  return at > end - edge ? Math.min(1, (at - end + edge) / edge) : 0;
};

/** The speed towards an edge, if the pointer moved that way since it lifted the card. */
const scrollSpeed = (at: number, from: number, start: number, end: number): number => {
  const speed = edgeSpeed(at, start, end);
  return (at - from) * Math.sign(speed) > MIN_MOVE ? speed : 0;
};

const scrollable = (element: HTMLElement | null): HTMLElement | null => {
  for (let up = element?.parentElement; up; up = up.parentElement) {
    if (up.scrollHeight > up.clientHeight && /auto|scroll/.test(getComputedStyle(up).overflowY)) return up;
  }
  return null;
};

const scrollBy = (element: HTMLElement, axis: keyof typeof MAX_SPEED, speed: number, seconds: number): boolean => {
  if (speed === 0) return false;
  const before = element[axis];
  // At least one pixel, because less would be rounded to zero.
  element[axis] = before + Math.sign(speed) * Math.max(1, Math.abs(speed) * MAX_SPEED[axis] * seconds);
  return element[axis] !== before;
};

interface EdgeScrollOptions {
  view: BoardView;
  pointer: () => Point | null;
  /** Something was scrolled under the pointer. */
  onScroll: () => void;
}

/**
 * Scrolls while a card is dragged near an edge: up and down in the column under the pointer, or the page if it is
 * higher than the window; left and right on the board. Returns a function that stops it.
 */
export const startEdgeScroll = ({ view, pointer, onScroll }: EdgeScrollOptions): (() => void) => {
  const { board } = view;
  if (!board) return () => undefined;
  const page = scrollable(board);
  let last = performance.now();
  let origin: Point | undefined;

  const scrollUnder = (point: Point, seconds: number): boolean => {
    origin ??= point;
    const { left, right } = board.getBoundingClientRect();
    const sideways = scrollBy(board, 'scrollLeft', scrollSpeed(point.x, origin.x, left, right), seconds);
    const list = listAtX(board, point.x);
    const shown = (page ?? board).getBoundingClientRect();
    const rect = list?.getBoundingClientRect() ?? shown;
    const speed = scrollSpeed(point.y, origin.y, Math.max(rect.top, shown.top), Math.min(rect.bottom, shown.bottom));
    const moved = [list, page].some((element) => element && scrollBy(element, 'scrollTop', speed, seconds));
    return sideways || moved;
  };

  const tick = (now: number): void => {
    const seconds = Math.min(LONGEST_FRAME, Math.max(0, now - last) / 1000);
    last = now;
    frame = requestAnimationFrame(tick);
    const point = pointer();
    if (point && scrollUnder(point, seconds)) onScroll();
  };
  let frame = requestAnimationFrame(tick);
  return () => cancelAnimationFrame(frame);
};
