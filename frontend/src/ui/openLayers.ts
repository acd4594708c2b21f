/** Marks the panel of a task: what is done to tasks from anywhere can be done in it too. */
export const PANEL_MARK = 'data-task-commands';

const LAYER = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

const isOpen = (layer: Element): boolean => !layer.hasAttribute('data-closed') && layer.getClientRects().length > 0;
const isOpenLayer = (layer: Element): boolean => isOpen(layer) && !layer.querySelector(`[${PANEL_MARK}]`);
const layers = (): Element[] => [...document.querySelectorAll(LAYER)];

const layerAt = (place: EventTarget | null): Element | null => (place instanceof Element ? place.closest(LAYER) : null);

/** Is this inside something open that has keys of its own? */
export const isOpenLayerAt = (place: EventTarget | null): boolean => {
  const layer = layerAt(place);
  return layer !== null && isOpenLayer(layer);
};

/** Is this inside something that is laid over the page? The panel of a task counts. */
export const isOverPage = (place: EventTarget | null): boolean => layerAt(place) !== null;

/** Is something open that has keys of its own? The panel of a task does not count. */
export const isLayerOpen = (): boolean => layers().some(isOpenLayer);

/** Is anything open over the page? The panel of a task counts. */
export const isPageCovered = (): boolean => layers().some(isOpen);

/** Is something open beside this element that has keys of its own, over the page or within what the element stands in? */
export const isLayerOpenBeside = (element: Element): boolean =>
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].some(
    (layer) => isOpenLayer(layer) && !layer.contains(element),
  );
