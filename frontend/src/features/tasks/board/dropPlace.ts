// Where a card is dropped on the screen. Loaded with the code that drags, not with the board.
import type { Point } from '../drag/taskDrag';
import { isByTime } from './boardQuery';
import { dropColumn, LIST_TOP, listOf, offsetsIn, type BoardView } from './boardView';
import { dropIndex, offsetOf } from './dropTarget';
import type { Placement } from './placement';
import type { BoardColumnData } from './useBoard';

/** How much of what lies around a landing place stays in view. */
const AROUND = 96;

/** The list at a horizontal place of the screen, also where the pointer is above or below it. */
export const listAtX = (board: HTMLElement, x: number): HTMLElement | null =>
  [...board.querySelectorAll<HTMLElement>('[data-column-list]')].find((list) => {
    const { left, right } = list.getBoundingClientRect();
    return x >= left && x < right;
  }) ?? null;

/** The place that a card takes which is dropped there: in a column by time its own, or as the last that was done the first. */
export const settlePlace = (columns: readonly BoardColumnData[], draggedId: string, place: Placement): Placement => {
  const column = columns.find(({ key }) => key === place.column);
  return column && isByTime(column.status)
    ? { ...place, index: Math.max(0, dropColumn(column, draggedId).draggedIndex) }
    : place;
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
