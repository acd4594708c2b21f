/** Marks the panel of a task: what is done to tasks from anywhere can be done in it too. */
export const PANEL_MARK = 'data-task-commands';

const LAYER = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

const isOpenLayer = (layer: Element): boolean =>
  !layer.hasAttribute('data-closed') && layer.getClientRects().length > 0 && !layer.querySelector(`[${PANEL_MARK}]`);

/** Is this inside something open that has keys of its own? */
export const isOpenLayerAt = (place: EventTarget | null): boolean => {
  const layer = place instanceof Element ? place.closest(LAYER) : null;
  return layer !== null && isOpenLayer(layer);
};

/** Is something open that has keys of its own? The panel of a task does not count. */
export const isLayerOpen = (): boolean => [...document.querySelectorAll(LAYER)].some(isOpenLayer);

/** Is something open beside this element that has keys of its own, over the page or within what the element stands in? */
export const isLayerOpenBeside = (element: Element): boolean =>
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].some(
    (layer) => isOpenLayer(layer) && !layer.contains(element),
  );
