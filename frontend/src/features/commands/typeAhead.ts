import { isOpenLayerAt } from '../../lib/keyboard/layers';

/** What does not come within this time does not come. */
const WAIT_MS = 5000;
/** Keys that would act on what has the focus, beside those that write. */
const ACTING = /^(Enter|Tab|Arrow\w+)$/;

let stop = (): void => undefined;
/** What was typed, and what of it is for the next that comes. */
let text = '';
let handedOn = '';

const insert = (field: HTMLInputElement | HTMLTextAreaElement, text: string): void => {
  field.setRangeText(text, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
};

/** Keeps the keys, until something takes the focus or, where the focus means nothing yet, until it is stopped. */
const keep = (onEscape: (() => void) | undefined, untilFocus: boolean): void => {
  stop();
  const ended = new AbortController();
  const options = { signal: ended.signal, capture: true };
  const timer = setTimeout(() => stop(), WAIT_MS);
  text = handedOn;
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
    const { key, isComposing } = event;
    const isChord = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
    const writes = key.length === 1 || key === 'Backspace';
    if (isComposing || isChord || !(writes || key === 'Escape' || ACTING.test(key))) return;
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
    // The box of a task that was chosen gets the focus back from what has gone.
    const isField =
      (target instanceof HTMLInputElement && target.type !== 'checkbox') || target instanceof HTMLTextAreaElement;
    if (!isField && !isOpenLayerAt(target)) return;
    end();
    const typed = text;
    // after whoever gave it the focus has selected what it holds
    if (isField && typed !== '') queueMicrotask(() => insert(target, typed));
  };
  addEventListener('keydown', onKeyDown, options);
  if (untilFocus) addEventListener('focusin', onFocus, options);
  addEventListener('pointerdown', drop, options);
};

/**
 * Something that takes the focus is on its way: its code may still be loading, and its first frames are to come. Until it
 * is there keys are neither commands nor text for what had the focus. Letters are kept, and written into its field.
 * Calling again begins anew; Escape, a press of the pointer and `stopTypeAhead` give the keys free.
 */
export const typeAhead = (onEscape?: () => void): void => keep(onEscape, true);

/** Something goes that still has the focus: what is typed meanwhile is for what `act` then brings, if it takes the focus. */
export const typeAheadOf = (): ((act: () => void) => void) => {
  keep(undefined, false);
  return (act) => {
    handedOn = text;
    stop();
    act();
    handedOn = '';
  };
};

/** Nothing is to come any more. */
export const stopTypeAhead = (): void => stop();
