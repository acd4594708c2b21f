import { isOpenLayerAt } from '../../lib/keyboard/layers';
import { isComposingKey } from '../../lib/keyboard/typing';

/** How long to wait for the expected element. */
const WAIT_MS = 5000;
/** Keys that would act on the focused element, besides those that type. */
const ACTING = /^(Enter|Tab|Arrow\w+)$/;

let stop = (): void => undefined;
/** The typed text, and the part of it that is meant for the next element. */
let text = '';
let pendingText = '';

const insert = (field: HTMLInputElement | HTMLTextAreaElement, text: string): void => {
  field.setRangeText(text, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
};

/** Stores keys until an element gets the focus or, if the focus does not matter yet, until it is stopped. */
const keep = (onEscape: (() => void) | undefined, untilFocus: boolean): void => {
  stop();
  const ended = new AbortController();
  const options = { signal: ended.signal, capture: true };
  const timer = setTimeout(() => stop(), WAIT_MS);
  text = pendingText;
  stop = () => {
    clearTimeout(timer);
    ended.abort();
  };
  const end = stop;
  const drop = (): void => {
    end();
    text = '';
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    const isChord = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
    const writes = key.length === 1 || key === 'Backspace';
    if (isComposingKey(event) || isChord || !(writes || key === 'Escape' || ACTING.test(key))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (key === 'Escape') {
      drop();
      onEscape?.();
    } else if (key === 'Backspace') {
      text = text.slice(0, -1);
    } else if (writes) {
      text += key;
    }
  };
  const onFocus = (event: FocusEvent): void => {
    const { target } = event;
    // When a picker closes, the checkbox of a selected task gets the focus back.
    const isField =
      (target instanceof HTMLInputElement && target.type !== 'checkbox') || target instanceof HTMLTextAreaElement;
    if (!isField && !isOpenLayerAt(target)) return;
    end();
    const typed = text;
    // after the code that focused it has selected its content
    if (isField && typed !== '') queueMicrotask(() => insert(target, typed));
  };
  addEventListener('keydown', onKeyDown, options);
  if (untilFocus) addEventListener('focusin', onFocus, options);
  addEventListener('pointerdown', drop, options);
};

/**
 * Waits for an element that will take the focus: its code may still be loading, or it is not rendered yet. Until then,
 * keys are neither commands nor text for the focused element. Letters are stored, and typed into the new element's
 * field. Calling this again starts over; Escape, a pointer press and `stopTypeAhead` end it.
 */
export const typeAhead = (onEscape?: () => void): void => keep(onEscape, true);

/** Redirects keys pressed while the focused element is closing to the one that `act` opens, if it takes the focus. */
export const typeAheadOf = (): ((act: () => void) => void) => {
  keep(undefined, false);
  return (act) => {
    pendingText = text;
    stop();
    act();
    pendingText = '';
  };
};

/** Stops waiting for an element. */
export const stopTypeAhead = (): void => stop();
