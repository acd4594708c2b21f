const TEXT =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="searchbox"]';
/** Elements without text in which letters select a value. */
const CHOICE = '[role="combobox"], [role="spinbutton"]';

const isWithin = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** Whether this is a text field. */
export const isText = (target: EventTarget | null): boolean => isWithin(target, TEXT);

/** Whether the key is typed into a text, or selects a value by its letter. */
export const isTyping = ({ target, isComposing, keyCode }: KeyboardEvent): boolean =>
  // Some input methods only set keyCode while they are composing.
  isComposing || keyCode === 229 || isWithin(target, `${TEXT}, ${CHOICE}`);
