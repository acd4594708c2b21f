import { KEYS } from '../../../lib/keyboard/keys';
import { cardBeside, type BoardView } from './boardView';
import type { BoardColumnData } from './useBoard';

/** Returns the first card in the given direction; skips columns without cards. */
const cardInNextColumn = (
  view: BoardView,
  columns: readonly BoardColumnData[],
  id: string,
  from: number,
  direction: 1 | -1,
): string | undefined => {
  const rect = view.board?.querySelector(`[data-card="${CSS.escape(id)}"]`)?.getBoundingClientRect();
  if (!rect) return undefined;
  for (let at = from + direction; at >= 0 && at < columns.length; at += direction) {
    const column = columns[at];
    const next = column?.tasks[cardBeside(view, column, (rect.top + rect.bottom) / 2)];
    if (next) return next.id;
  }
  return undefined;
};

/**
 * Returns the card that a key moves the focus to: letters, up and down within the column, left and right to the next
 * column, Home and End to the ends of the column. Undefined if the key has no meaning, null if there is no such card.
 * Letters count in upper case, too, so that they work with Caps Lock.
 */
export const cardAtKey = (
  view: BoardView,
  columns: readonly BoardColumnData[],
  id: string,
  key: string,
): string | null | undefined => {
  const at = columns.findIndex(({ tasks }) => tasks.some((task) => task.id === id));
  const tasks = columns[at]?.tasks ?? [];
  const index = tasks.findIndex((task) => task.id === id);
  switch (key.toLowerCase()) {
    case 'arrowup':
    case KEYS.previousTask:
      return tasks[index - 1]?.id ?? null;
    case 'arrowdown':
    case KEYS.nextTask:
      return tasks[index + 1]?.id ?? null;
    case 'home':
      return tasks[0]?.id ?? null;
    case 'end':
      return tasks.at(-1)?.id ?? null;
    case 'arrowleft':
      return cardInNextColumn(view, columns, id, at, -1) ?? null;
    case 'arrowright':
      return cardInNextColumn(view, columns, id, at, 1) ?? null;
    default:
      return undefined;
  }
};
