const TEXT =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="searchbox"]';
/** Elements without text in which letters select a value. */
const CHOICE = '[role="combobox"], [role="spinbutton"]';

const isWithin = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

export const isText = (target: EventTarget | null): boolean => isWithin(target, TEXT);

/**
 * Whether the key belongs to an input method that composes text, as for Japanese. Safari ends the composition before the
 * key that confirms it, and only its `keyCode` tells.
 */
export const isComposingKey = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229;

/** Whether the key is typed into a text, or selects a value by its letter. */
export const isTyping = (event: KeyboardEvent): boolean =>
  isComposingKey(event) || isWithin(event.target, `${TEXT}, ${CHOICE}`);
