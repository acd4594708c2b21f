import type { RefObject } from 'react';

/** The points in the middle of both sides of an element. A panel that covers both covers the whole element. */
const sidePoints = (element: Element): [x: number, y: number][] => {
  const { left, right, top, height } = element.getBoundingClientRect();
  return [left + 1, right - 1].map((x) => [x, top + height / 2]);
};

/**
 * Makes a panel transparent while it covers the element that has the focus, which people could not see otherwise. Returns
 * a function that ends it.
 */
export const hideWhileCoveringFocus = (panel: RefObject<HTMLElement | null>): (() => void) => {
  let frame = 0;
  const look = (): void => {
    const { current } = panel;
    const focused = document.activeElement;
    if (!current || !focused) return;
    // Shown first, because only what can be pressed is found at a point.
    current.style.opacity = current.style.pointerEvents = '';
    if (current.contains(focused) || !focused.matches(':focus-visible')) return;
    if (!sidePoints(focused).every(([x, y]) => current.contains(document.elementFromPoint(x, y)))) return;
    current.style.opacity = '0';
    current.style.pointerEvents = 'none';
  };
  const lookLater = (): void => {
    cancelAnimationFrame(frame);
    // The browser scrolls to the element after the event.
    frame = requestAnimationFrame(look);
  };
  document.addEventListener('focusin', lookLater);
  document.addEventListener('focusout', lookLater);
  return () => {
    cancelAnimationFrame(frame);
    document.removeEventListener('focusin', lookLater);
    document.removeEventListener('focusout', lookLater);
  };
};
