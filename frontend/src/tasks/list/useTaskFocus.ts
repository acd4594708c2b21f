import { useEffectEvent, useLayoutEffect, useRef, useState, type FocusEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';

const linkOf = (box: HTMLElement | null, id: string): HTMLElement | null =>
  box?.querySelector<HTMLElement>(`[data-task-link="${CSS.escape(id)}"]`) ?? null;

const FRAMES = 10;

/** A row that comes into view cannot be focused before it was measured, a frame or two later. */
const focusSoon = (id: string, box: RefObject<HTMLElement | null>, frames = FRAMES): void => {
  const link = linkOf(box.current, id);
  link?.focus({ preventScroll: true });
  const { activeElement } = document;
  const hasGone = activeElement !== document.body && !box.current?.contains(activeElement);
  if (activeElement === link || hasGone || frames === 0) return;
  requestAnimationFrame(() => focusSoon(id, box, frames - 1));
};

/**
 * The one task of a list that the Tab key goes to, and from which keys go on. When the list changes under the focus, the
 * focus stays on its task, or goes to the one that took its place.
 */
export const useTaskFocus = (box: RefObject<HTMLElement | null>, order: readonly string[]) => {
  const [currentId, setCurrentId] = useState<string | null>(null);
  const held = useRef<{ id: string; index: number } | null>(null);
  const current = currentId === null ? -1 : order.indexOf(currentId);

  /** Goes to the task at this place, wherever the list is scrolled to. */
  const focusAt = (index: number): void => {
    const id = order[Math.max(0, Math.min(index, order.length - 1))];
    if (id === undefined) return;
    held.current = { id, index };
    // What is out of view is mounted by being the current one.
    flushSync(() => setCurrentId(id));
    linkOf(box.current, id)?.closest('[data-task-id]')?.scrollIntoView({ block: 'nearest' });
    focusSoon(id, box);
  };

  const onFocus = ({ target }: FocusEvent<HTMLElement>): void => {
    const row = target.closest<HTMLElement>('[data-task-id]');
    const id = row?.dataset.taskId;
    if (id === undefined) return;
    held.current = { id, index: order.indexOf(id) };
    setCurrentId(id);
    // A row that is given the focus passes it on to its link.
    if (target === row) linkOf(row, id)?.focus({ preventScroll: true });
  };

  const onBlur = ({ target, relatedTarget }: FocusEvent<HTMLElement>): void => {
    const goesToPopup =
      relatedTarget instanceof Element && relatedTarget.closest('[role="dialog"], [role="alertdialog"]');
    const staysInList = relatedTarget instanceof Node && box.current?.contains(relatedTarget);
    if (goesToPopup || staysInList) return;
    // A row that was taken away loses the focus as well; that is no leaving.
    queueMicrotask(() => {
      if (target.isConnected) held.current = null;
    });
  };

  const restore = useEffectEvent((): void => {
    const last = held.current;
    if (!last || document.activeElement !== document.body) return;
    const index = order.indexOf(last.id);
    const id = order[index === -1 ? Math.min(last.index, order.length - 1) : index];
    if (id === undefined) return;
    // It is mounted by being the current one.
    if (linkOf(box.current, id)) focusSoon(id, box);
    else setCurrentId(id);
  });
  useLayoutEffect(() => {
    restore();
    // A row in another place is hidden until it was measured, and loses the focus only then.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => restore());
    });
    return () => cancelAnimationFrame(frame);
  });

  return { current, focusAt, onFocus, onBlur };
};
