import { KEYS } from './keys';
import { isLayerOpen, isPageCovered } from './layers';
import { isSequenceEnd } from './sequence';
import { isSwitchedOff, singleKeysOn } from './singleKeys';
import { isTyping } from './typing';

const REPEATABLE: readonly string[] = [KEYS.nextTask, KEYS.previousTask];

/** Whether this is a key repeat, which only the keys that step through tasks may use. */
const isRepeat = ({ repeat, key }: KeyboardEvent): boolean => repeat && !REPEATABLE.includes(key.toLowerCase());

/** Whether a key without Ctrl or ⌘ may run a command. Commands work on all pages and in the panel of a task. */
export const isFreeForCommands = (event: KeyboardEvent): boolean =>
  singleKeysOn() && !event.defaultPrevented && !isRepeat(event) && !isTyping(event) && !isLayerOpen();

/** Whether a letter may act on the page, wherever the focus is. */
export const isFreeForPage = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.repeat &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.shiftKey &&
  !isTyping(event) &&
  !isPageCovered() &&
  isFreeForFocus(event);

/** Whether a key may act on the focused component. Letters may not if they are switched off, or end a sequence. */
export const isFreeForFocus = ({ key }: { key: string }): boolean =>
  !isSwitchedOff(key) && !(key.length === 1 && isSequenceEnd());
