/**
 * Scrolls to an element by the shortest way, at once. A list of which only what is in view is drawn hears of a scroll a frame
 * later: what comes or is measured until then would be put right from where it was before, and so take the scroll back.
 */
export const bringIntoView = (element: Element): void => {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  for (let box = element.parentElement; box; box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight) box.dispatchEvent(new Event('scroll'));
  }
};
