/** Marks the panel of a task: what is done to tasks from anywhere can be done in it too. */
export const PANEL_MARK = 'data-task-commands';

const LAYER = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
/** What takes letters: text, and lists that are chosen from by typing. */
const TYPING =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="searchbox"], [role="combobox"], [role="spinbutton"]';

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

/** Is the event part of writing a text? */
export const isTyping = ({ target, isComposing, keyCode }: KeyboardEvent): boolean =>
  // Some input methods say only by the key's number that they are still composing.
  isComposing || keyCode === 229 || (target instanceof Element && target.closest(TYPING) !== null);

const REPEATING = /^[jk]$/i;

/** Does a key without Ctrl or ⌘ mean something else here than a command? */
export const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented || (event.repeat && !REPEATING.test(event.key)) || isTyping(event) || isLayerOpen();
