// Detects layers, which Base UI opens over a page: dialogs, menus and selects.

/** Marks the panel of a task. Unlike other layers, it has no keys of its own: commands work in it. */
export const PANEL_ATTRIBUTE = 'data-task-commands';

const DIALOG = '[role="dialog"], [role="alertdialog"]';
const LAYER = `${DIALOG}, [role="menu"], [role="listbox"]`;

const isOpen = (layer: Element): boolean => !layer.hasAttribute('data-closed') && layer.getClientRects().length > 0;
const hasOwnKeys = (layer: Element): boolean => isOpen(layer) && !layer.querySelector(`[${PANEL_ATTRIBUTE}]`);
const layers = (selector = LAYER): Element[] => [...document.querySelectorAll(selector)];

/** Whether the element is inside an open layer that has keys of its own. */
export const isOpenLayerAt = (place: EventTarget | null): boolean => {
  const layer = place instanceof Element ? place.closest(LAYER) : null;
  return layer !== null && hasOwnKeys(layer);
};

/** Functions that end the wait for requested dialogs whose code is loading. */
const expected = new Set<() => void>();

/**
 * Marks a dialog as expected while its code loads, so that keys typed for it do not act on the page. Returns a function
 * that ends this.
 */
export const expectDialog = (): (() => void) => {
  const end = (): void => void expected.delete(end);
  expected.add(end);
  return end;
};

/** Whether a layer with keys of its own is open. The panel of a task does not count. */
export const isLayerOpen = (): boolean => expected.size > 0 || layers().some(hasOwnKeys);

/** Whether a layer is open over the page. The panel of a task counts. */
export const isPageCovered = (): boolean => expected.size > 0 || layers().some(isOpen);

/** Whether a dialog with its own keys is open that does not contain this element. */
export const isDialogOpenBeside = (element: Element): boolean =>
  layers(DIALOG).some((layer) => hasOwnKeys(layer) && !layer.contains(element));
