/**
 * Returns the place of an element for a popover next to it. If the element leaves the page while the popover is open,
 * as the row of a task that no longer matches the filter, the popover stays where it is. Without a place, it would jump
 * to the corner of the window.
 */
export const anchorPlace = (anchor: Element) => {
  let last: DOMRect | undefined;
  return {
    contextElement: anchor,
    getBoundingClientRect: (): DOMRect => {
      if (anchor.isConnected || !last) last = anchor.getBoundingClientRect();
      return last;
    },
  };
};
