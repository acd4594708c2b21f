import type { VirtualizerHandle } from 'virtua';
import type { CardOffsets, DropColumn } from './placement';
import type { BoardColumnData } from './useBoard';

/** The elements of the board: its own, and the lists of its columns, which contain only visible cards. */
export interface BoardView {
  board: HTMLElement | null;
  lists: Map<string, VirtualizerHandle>;
}

/** The element with the instructions for moving a card. */
export const DRAG_HELP_ID = 'drag-help';

/** The space above the first card, inside the scrolling part. */
export const LIST_PADDING_TOP = 6;

/** Returns the scrolling element of a column. */
export const listElement = (board: HTMLElement, column: string): HTMLElement | null =>
  board.querySelector<HTMLElement>(`[data-column-list="${column}"]`);

/** Returns the data of a column that the drop position of a card depends on. */
export const dropColumn = ({ tasks }: Pick<BoardColumnData, 'tasks'>, draggedId: string): DropColumn => ({
  count: tasks.length,
  draggedIndex: tasks.findIndex(({ id }) => id === draggedId),
});

/** Returns offsets relative to the first card. The list's own offsets are sometimes relative to its start. */
export const offsetsIn = ({ lists }: BoardView, column: string): CardOffsets | null => {
  const list = lists.get(column);
  if (!list) return null;
  return {
    findItemIndex: (offset) => list.findItemIndex(offset + LIST_PADDING_TOP),
    getItemOffset: (index) => list.getItemOffset(index),
    getItemSize: (index) => list.getItemSize(index),
  };
};

/** Returns the index of the card next to a point on the screen; -1 in an empty column. */
export const cardBeside = (view: BoardView, { key, tasks }: BoardColumnData, y: number): number => {
  const list = view.board && listElement(view.board, key);
  const offsets = offsetsIn(view, key);
  if (!list || !offsets) return -1;
  const index = offsets.findItemIndex(y - list.getBoundingClientRect().top + list.scrollTop - LIST_PADDING_TOP);
  return Math.min(Math.max(index, 0), tasks.length - 1);
};
