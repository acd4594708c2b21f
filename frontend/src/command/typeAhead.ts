import { isOpenLayerAt } from './keyRules';

/** What does not come within this time does not come. */
const WAIT_MS = 5000;
/** Keys that would act on what has the focus, beside those that write. */
const ACTING = /^(Enter|Tab|Arrow\w+)$/;

let stop = (): void => undefined;

const insert = (field: HTMLInputElement | HTMLTextAreaElement, text: string): void => {
  field.setRangeText(text, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
};

/**
 * Something that takes the focus is on its way: its code may still be loading, and its first frames are to come. Until it
 * is there keys are neither commands nor text for what had the focus. Letters are kept, and written into its field.
 * Calling again begins anew; Escape, a press of the pointer and `stopTypeAhead` give the keys free.
 */
export const typeAhead = (onEscape?: () => void): void => {
  stop();
  const ended = new AbortController();
  const options = { signal: ended.signal, capture: true };
  const timer = setTimeout(() => stop(), WAIT_MS);
  let text = '';
  stop = () => {
    clearTimeout(timer);
    ended.abort();
  };
  const end = stop;

  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, isComposing } = event;
    const isChord = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
    const writes = key.length === 1 || key === 'Backspace';
    if (isComposing || isChord || !(writes || key === 'Escape' || ACTING.test(key))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (key === 'Escape') {
      end();
      onEscape?.();
    } else if (key === 'Backspace') {
      text = text.slice(0, -1);
    } else if (writes) {
      text += key;
    }
  };
  const onFocus = (event: FocusEvent): void => {
    const { target } = event;
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (!isField && !isOpenLayerAt(target)) return;
    end();
    // after whoever gave it the focus has selected what it holds
    if (isField && text !== '') queueMicrotask(() => insert(target, text));
  };
  addEventListener('keydown', onKeyDown, options);
  addEventListener('focusin', onFocus, options);
  addEventListener('pointerdown', end, options);
};

/** Nothing is to come any more. */
export const stopTypeAhead = (): void => stop();
