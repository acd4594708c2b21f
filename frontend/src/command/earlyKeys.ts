import { isTyping } from './keyRules';

/** So many keys are kept, for so long: what is pressed before would surprise afterwards. */
const MAX = 20;
const KEPT_MS = 5000;

let keys: { event: KeyboardEvent; at: number }[] = [];
let stop: (() => void) | null = null;

const note = (event: KeyboardEvent): void => {
  const { key, altKey, ctrlKey, metaKey } = event;
  const isMenu = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k';
  // What the page has taken is done; other keys with Ctrl or Alt, and those that move the focus, are the browser's. Space is
  // of what has the focus, and no command's: pressed again, it would drop a card that it has lifted meanwhile.
  const isOther = ctrlKey || metaKey || altKey || key.length > 1 || key === ' ';
  if (event.defaultPrevented || isTyping(event) || (isOther && !isMenu)) return;
  if (isMenu) event.preventDefault();
  keys = [...keys, { event, at: Date.now() }].slice(-MAX);
};

const forget = (): void => {
  keys = [];
};

/** Keeps the keys that are pressed while the code of the commands is on its way. */
export const keepEarlyKeys = (): (() => void) => {
  const ended = new AbortController();
  addEventListener('keydown', note, { signal: ended.signal });
  // Whoever presses something else goes on with that.
  addEventListener('pointerdown', forget, { signal: ended.signal, capture: true });
  stop = () => {
    ended.abort();
    forget();
    stop = null;
  };
  return stop;
};

/** The commands are here: what was pressed for them is pressed once more. */
export const replayEarlyKeys = (): void => {
  const pressed = keys.filter(({ at }) => Date.now() - at < KEPT_MS);
  stop?.();
  for (const { event } of pressed) {
    const { key, code, shiftKey, ctrlKey, metaKey } = event;
    const place = document.activeElement ?? document.body;
    place.dispatchEvent(
      new KeyboardEvent('keydown', { key, code, shiftKey, ctrlKey, metaKey, bubbles: true, cancelable: true }),
    );
  }
};
