import {
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { KEYS } from '../../../lib/keyboard/keys';
import { isFreeForFocus } from '../../../lib/keyboard/scope';
import { scrollToElement } from '../../../ui/scrollToElement';
import { isComposingKey } from '../../../lib/keyboard/typing';

const linkOf = (box: HTMLElement | null, id: string): HTMLElement | null =>
  box?.querySelector<HTMLElement>(`[data-task-link="${CSS.escape(id)}"]`) ?? null;

const FRAMES = 10;

/** Focuses a row that has just become visible, which is only possible after it was measured, a frame or two later. */
const focusWhenMeasured = (id: string, box: RefObject<HTMLElement | null>, frames = FRAMES): void => {
  const link = linkOf(box.current, id);
  link?.focus({ preventScroll: true });
  const { activeElement } = document;
  const hasGone = activeElement !== document.body && !box.current?.contains(activeElement);
  if (activeElement === link || hasGone || frames === 0) return;
  requestAnimationFrame(() => focusWhenMeasured(id, box, frames - 1));
};

/** The number of tasks per line, in order. */
type Lines = readonly number[];

/** Returns the index below (1) or above (-1) another one, in the same column; undefined outside the list. */
export const indexBelow = (lines: Lines, index: number, by: 1 | -1): number => {
  let start = 0;
  for (const [at, length] of lines.entries()) {
    if (index < start + length) {
      const next = lines[at + by];
      if (next === undefined) return -1;
      const from = by === 1 ? start + length : start - next;
      // In a shorter line, the last task is used.
      return from + Math.min(index - start, next - 1);
    }
    start += length;
  }
  return -1;
};

const stepTo = (key: string, index: number, lines: Lines | null): number | undefined => {
  if (key === KEYS.nextTask) return index + 1;
  if (key === KEYS.previousTask) return index - 1;
  const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : undefined;
  if (by !== undefined) return lines ? indexBelow(lines, index, by) : index + by;
  if (lines && key === 'ArrowRight') return index + 1;
  return lines && key === 'ArrowLeft' ? index - 1 : undefined;
};

interface NavigationOptions {
  /** The ids of the list's tasks, in order. */
  order: readonly string[];
  /** The number of tasks per line; null if each has its own line. */
  lines: Lines | null;
  /** The task whose title is being typed. */
  namedId: string | null;
  isChosen: (id: string) => boolean;
  choose: (id: string, isRange: boolean) => void;
}

/**
 * Returns the task of a list in the Tab order, and handles the keys that work while the focus is in the list (keys that
 * change tasks work everywhere). When the list changes, the focus stays on its task. If the task was removed, the focus
 * moves to the task that is now at its position.
 */
export const useTaskNavigation = (box: RefObject<HTMLElement | null>, options: NavigationOptions) => {
  const { order, lines, namedId, isChosen, choose } = options;
  const [currentId, setCurrentId] = useState<string | null>(null);
  const held = useRef<{ id: string; index: number } | null>(null);
  const current = currentId === null ? -1 : order.indexOf(currentId);

  /** Focuses the task at this index, wherever the list is scrolled to. */
  const focusAt = (index: number): void => {
    const id = order[index];
    if (id === undefined) return;
    held.current = { id, index };
    // A row outside of the view is mounted while it is the current one.
    flushSync(() => setCurrentId(id));
    const row = linkOf(box.current, id)?.closest('[data-task-id]');
    if (row) scrollToElement(row);
    focusWhenMeasured(id, box);
  };

  const onFocus = ({ target }: FocusEvent<HTMLElement>): void => {
    const row = target.closest<HTMLElement>('[data-task-id]');
    const id = row?.dataset.taskId;
    if (id === undefined) return;
    held.current = { id, index: order.indexOf(id) };
    setCurrentId(id);
    // A focused row passes the focus to its link.
    if (target === row) linkOf(row, id)?.focus({ preventScroll: true });
  };

  const onBlur = ({ target, relatedTarget }: FocusEvent<HTMLElement>): void => {
    const goesToPopup =
      relatedTarget instanceof Element && relatedTarget.closest('[role="dialog"], [role="alertdialog"]');
    const staysInList = relatedTarget instanceof Node && box.current?.contains(relatedTarget);
    if (goesToPopup || staysInList) return;
    // Removing a row also removes the focus, which does not mean that the person left.
    queueMicrotask(() => {
      if (target.isConnected) held.current = null;
    });
  };

  const restore = useEffectEvent((): void => {
    const last = held.current;
    if (!last || document.activeElement !== document.body) return;
    const index = order.indexOf(last.id);
    // For another task, the letters that the person goes on typing would be commands.
    if (index === -1 && last.id === namedId) return;
    const id = order[index === -1 ? Math.min(last.index, order.length - 1) : index];
    if (id === undefined) return;
    // Mounted because it is the current one.
    if (linkOf(box.current, id)) focusWhenMeasured(id, box);
    else setCurrentId(id);
  });
  useLayoutEffect(() => {
    restore();
    // A moved row is hidden until it is measured, and only then loses the focus.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => restore());
    });
    return () => cancelAnimationFrame(frame);
  });

  const goTo = (index: number, isRange: boolean): void => {
    const [from, to] = [order[current], order[index]];
    if (from === undefined || to === undefined) return;
    if (isRange) {
      // The range begins at the current row.
      if (!isChosen(from)) choose(from, false);
      choose(to, true);
    }
    focusAt(index);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { target, shiftKey } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || isComposingKey(event.nativeEvent)) return;
    const row = target instanceof Element ? target.closest('[data-task-id]') : null;
    const id = order[current];
    if (!row || id === undefined || !isFreeForFocus(event)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const place = stepTo(key, current, lines);
    if (place !== undefined) goTo(place, shiftKey);
    else if (key === 'Home') goTo(0, shiftKey);
    else if (key === 'End') goTo(order.length - 1, shiftKey);
    else if (key === KEYS.select) choose(id, shiftKey);
    else return;
    event.preventDefault();
  };

  return { current, onFocus, onBlur, onKeyDown };
};
