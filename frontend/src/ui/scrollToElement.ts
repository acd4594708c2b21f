import type { FocusEvent } from 'react';

/**
 * Scrolls an element out from behind the sticky foot of its box, but keeps its top in view. The box has the attribute
 * `data-with-foot`, the foot `data-foot`.
 */
const scrollAboveFoot = (element: Element): void => {
  const box = element.closest('[data-with-foot]');
  const foot = box?.querySelector('[data-foot]');
  if (!box || !foot) return;
  const { top, bottom } = element.getBoundingClientRect();
  const covered = Math.min(bottom - foot.getBoundingClientRect().top, top - box.getBoundingClientRect().top);
  if (covered > 0) box.scrollTop += covered;
};

/**
 * Scrolls an element into view by the shortest distance, without animation. A virtual list handles a scroll one frame
 * later: if items were added or measured before that, the list would correct its old position and so revert the scroll.
 */
export const scrollToElement = (element: Element): void => {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  scrollAboveFoot(element);
  for (let box = element.parentElement; box; box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight) box.dispatchEvent(new Event('scroll'));
  }
};

/**
 * For `onFocus` of a box with a foot: scrolls an element that gets the focus by a key out from behind the foot. The box
 * has no `scroll-padding` instead, because that also scrolls it when its foot gets the focus.
 */
export const scrollToFocused = ({ target, currentTarget }: FocusEvent): void => {
  if (!currentTarget.contains(target) || target.closest('[data-foot]') || !target.matches(':focus-visible')) return;
  // The browser scrolls after the event.
  requestAnimationFrame(() => scrollToElement(target));
};
