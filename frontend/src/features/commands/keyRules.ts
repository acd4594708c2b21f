import { isTyping } from '../../lib/typing';
import { isLayerOpen } from '../../ui/openLayers';

const REPEATING = /^[jk]$/i;

/** Does a key without Ctrl or ⌘ mean something else here than a command? */
export const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented || (event.repeat && !REPEATING.test(event.key)) || isTyping(event) || isLayerOpen();
