import { TASK } from '../tasks/model/taskUrl';
import { KEYS } from '../../lib/keyboard/keys';
import { isTyping } from '../../lib/keyboard/typing';

/** The maximum number of stored keys, and how long they are valid: older ones would surprise the person. */
const MAX = 20;
const KEPT_MS = 5000;

let keys: { event: KeyboardEvent; at: number }[] = [];
let stop: (() => void) | null = null;

const note = (event: KeyboardEvent): void => {
  const { key, altKey, ctrlKey, metaKey } = event;
  const isMenu = (ctrlKey || metaKey) && !altKey && KEYS.menu === `$mod+${key.toLowerCase()}`;
  // Skips keys that the page has handled, and those of the browser: others with Ctrl or Alt, and those that move the
  // focus. Space belongs to the focused element: repeated, it could drop a card that it has lifted meanwhile.
  const isOther = ctrlKey || metaKey || altKey || key.length > 1 || key === ' ';
  if (event.defaultPrevented || isTyping(event) || (isOther && !isMenu)) return;
  if (isMenu) event.preventDefault();
  keys = [...keys, { event, at: Date.now() }].slice(-MAX);
};

let press: { event: MouseEvent; at: number } | null = null;

/**
 * Stores a press that requests a task's menu. With Shift, on selected text and on touch screens, the press belongs to
 * the browser.
 */
const recordPress = (event: MouseEvent): void => {
  const { target, shiftKey, defaultPrevented } = event;
  const isOnTask = target instanceof Element && target.closest(`${TASK}, [data-card]`) !== null;
  const isOther = shiftKey || defaultPrevented || (event as PointerEvent).pointerType === 'touch';
  if (!isOnTask || isOther || getSelection()?.isCollapsed === false) return;
  event.preventDefault();
  press = { event, at: Date.now() };
};

const forget = (): void => {
  keys = [];
  press = null;
};

/** Stores keys that are pressed while the code of the commands loads, and a press that requests a task's menu. */
export const storeEarlyKeys = (): (() => void) => {
  const ended = new AbortController();
  addEventListener('keydown', note, { signal: ended.signal });
  addEventListener('contextmenu', recordPress, { signal: ended.signal });
  // Another key or press cancels it.
  addEventListener('pointerdown', forget, { signal: ended.signal, capture: true });
  stop = () => {
    ended.abort();
    forget();
    stop = null;
  };
  return stop;
};

/** Called when the commands have loaded: repeats the keys that were pressed before. */
export const replayEarlyKeys = (): void => {
  const isFresh = ({ at }: { at: number }): boolean => Date.now() - at < KEPT_MS;
  const pressed = keys.filter(isFresh);
  const asked = press && isFresh(press) ? press.event : null;
  stop?.();
  if (asked) {
    const { clientX, clientY, button } = asked;
    asked.target?.dispatchEvent(
      new MouseEvent('contextmenu', { clientX, clientY, button, bubbles: true, cancelable: true }),
    );
  }
  for (const { event } of pressed) {
    const { key, code, shiftKey, ctrlKey, metaKey } = event;
    const place = document.activeElement ?? document.body;
    place.dispatchEvent(
      new KeyboardEvent('keydown', { key, code, shiftKey, ctrlKey, metaKey, bubbles: true, cancelable: true }),
    );
  }
};
