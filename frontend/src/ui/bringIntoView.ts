/**
 * Scrolls an element into view by the shortest distance, without animation. A virtual list handles a scroll one frame
 * later: if items were added or measured before that, the list would correct its old position and so revert the scroll.
 */
export const bringIntoView = (element: Element): void => {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  for (let box = element.parentElement; box; box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight) box.dispatchEvent(new Event('scroll'));
  }
};
