import { isLayerOpen } from '../ui/openLayers';

/** What takes letters: text, and lists that are chosen from by typing. */
const TYPING =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="searchbox"], [role="combobox"], [role="spinbutton"]';

/** Is the event part of writing a text? */
export const isTyping = ({ target, isComposing, keyCode }: KeyboardEvent): boolean =>
  // Some input methods say only by the key's number that they are still composing.
  isComposing || keyCode === 229 || (target instanceof Element && target.closest(TYPING) !== null);

const REPEATING = /^[jk]$/i;

/** Does a key without Ctrl or ⌘ mean something else here than a command? */
export const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented || (event.repeat && !REPEATING.test(event.key)) || isTyping(event) || isLayerOpen();
