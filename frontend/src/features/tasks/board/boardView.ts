import type { VirtualizerHandle } from 'virtua';
import type { Point } from '../drag/taskDrag';
import { isByTime } from './boardQuery';
import { dropIndex, offsetOf, type CardOffsets, type DropColumn, type Placement } from './dropTarget';
import { type BoardColumnData } from './useBoard';

/** What is shown of the board now: its element, and the columns' lists, of which only a part is in the document. */
export interface BoardView {
  board: HTMLElement | null;
  lists: Map<string, VirtualizerHandle>;
}

/** The element that says how a card is moved. */
export const DRAG_HELP_ID = 'drag-help';

/** The space above the first card, inside the part that scrolls. */
export const LIST_TOP = 6;

/** How much of what lies around a landing place stays in view. */
const AROUND = 96;

/** The element of a column that scrolls. */
const listOf = (board: HTMLElement, column: string): HTMLElement | null =>
  board.querySelector<HTMLElement>(`[data-column-list="${column}"]`);

/** The list at a horizontal place of the screen, also where the pointer is above or below it. */
export const listAtX = (board: HTMLElement, x: number): HTMLElement | null =>
  [...board.querySelectorAll<HTMLElement>('[data-column-list]')].find((list) => {
    const { left, right } = list.getBoundingClientRect();
    return x >= left && x < right;
  }) ?? null;

/** A column as far as the drop place of a card depends on it. */
export const dropColumn = ({ tasks }: Pick<BoardColumnData, 'tasks'>, draggedId: string): DropColumn => ({
  count: tasks.length,
  draggedIndex: tasks.findIndex(({ id }) => id === draggedId),
});

/** The place that a card takes which is dropped there: in a column by time its own, or as the last that was done the first. */
export const settlePlace = (columns: readonly BoardColumnData[], draggedId: string, place: Placement): Placement => {
  const column = columns.find(({ key }) => key === place.column);
  return column && isByTime(column.status)
    ? { ...place, index: Math.max(0, dropColumn(column, draggedId).draggedIndex) }
    : place;
};

/** Offsets that count from the first card, as the lists' own do not in one case. */
const offsetsIn = ({ lists }: BoardView, column: string): CardOffsets | null => {
  const list = lists.get(column);
  if (!list) return null;
  return {
    findItemIndex: (offset) => list.findItemIndex(offset + LIST_TOP),
    getItemOffset: (index) => list.getItemOffset(index),
    getItemSize: (index) => list.getItemSize(index),
  };
};

const contains = (element: Element, { x, y }: Point): boolean => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x >= left && x < right && y >= top && y < bottom;
};

/** The column under a point of the screen, by its key. */
export const columnAt = ({ board }: BoardView, point: Point): string | null => {
  if (!board || !contains(board, point)) return null;
  const columns = [...board.querySelectorAll<HTMLElement>('[data-column]')];
  return columns.find((column) => contains(column, point))?.dataset.column ?? null;
};

/** Where a card would land that is dropped at a point of the screen; null outside the columns. */
export const placeAt = (
  view: BoardView,
  columns: readonly BoardColumnData[],
  draggedId: string,
  point: Point,
): Placement | null => {
  const key = columnAt(view, point);
  const column = columns.find((other) => other.key === key);
  const list = key && view.board && listOf(view.board, key);
  if (!column || !list) return null;
  const offsets = offsetsIn(view, column.key);
  const y = point.y - list.getBoundingClientRect().top + list.scrollTop - LIST_TOP;
  return settlePlace(columns, draggedId, {
    column: column.key,
    index: offsets ? dropIndex(offsets, dropColumn(column, draggedId), y) : 0,
  });
};

/** Scrolls a landing place into view and answers with its corner on the screen. */
export const revealPlace = (
  view: BoardView,
  columns: readonly BoardColumnData[],
  draggedId: string,
  { column: key, index }: Placement,
): Point | null => {
  const column = columns.find((other) => other.key === key);
  const list = view.board && listOf(view.board, key);
  if (!column || !list) return null;
  list.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const offsets = offsetsIn(view, key);
  const offset = LIST_TOP + (offsets ? offsetOf(offsets, dropColumn(column, draggedId), index) : 0);
  if (offset - AROUND < list.scrollTop) list.scrollTop = offset - AROUND;
  else if (offset + AROUND > list.scrollTop + list.clientHeight) list.scrollTop = offset + AROUND - list.clientHeight;
  const { left, top } = list.getBoundingClientRect();
  return { x: left + parseFloat(getComputedStyle(list).paddingLeft), y: top + offset - list.scrollTop };
};

/** The card of a column that stands beside a point of the screen; -1 in an empty column. */
export const cardBeside = (view: BoardView, { key, tasks }: BoardColumnData, y: number): number => {
  const list = view.board && listOf(view.board, key);
  const offsets = offsetsIn(view, key);
  if (!list || !offsets) return -1;
  const index = offsets.findItemIndex(y - list.getBoundingClientRect().top + list.scrollTop - LIST_TOP);
  return Math.min(Math.max(index, 0), tasks.length - 1);
};
