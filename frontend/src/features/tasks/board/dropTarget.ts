// Computes where a card is dropped. Loaded with the code for dragging, not with the board.
import type { Point } from '../drag/taskDrag';
import { isSortedByTime } from './boardQuery';
import { dropColumn, LIST_PADDING_TOP, listElement, offsetsIn, type BoardView } from './boardView';
import type { BoardColumnData } from './useBoard';
import { insertionIndex, type CardOffsets, type DropColumn, type Placement } from './placement';

/** The ids that describe a position to the server. */
export interface Neighbours {
  afterId?: string;
  beforeId?: string;
}

/** The space between two cards; the same as in the style sheet. */
export const CARD_GAP = 8;

/** Returns the index at which a pointer `y` below the first card's top drops; the middle of a card is the boundary. */
export const dropIndex = (cards: CardOffsets, { count, draggedIndex }: DropColumn, y: number): number => {
  if (count === 0) return 0;
  const index = Math.min(Math.max(cards.findItemIndex(y), 0), count - 1);
  const middle = cards.getItemOffset(index) + (cards.getItemSize(index) - CARD_GAP) / 2;
  const slot = y < middle ? index : index + 1;
  return draggedIndex !== -1 && draggedIndex < slot ? slot - 1 : slot;
};

/** Returns the distance of a position from the first card's top. */
export const offsetOf = (cards: CardOffsets, column: DropColumn, index: number): number => {
  const slot = insertionIndex(index, column);
  if (column.count === 0) return 0;
  return slot < column.count
    ? cards.getItemOffset(slot)
    : cards.getItemOffset(column.count - 1) + cards.getItemSize(column.count - 1);
};

/** Returns the card's current position among the others of its column. */
export const currentPlacement = (id: string, column: string, tasks: readonly { id: string }[]): Placement => ({
  column,
  index: Math.max(
    0,
    tasks.findIndex((task) => task.id === id),
  ),
});

/**
 * Returns the neighbours to send for a drop at `index` among the other cards. Both are omitted at the true end of a
 * column, so that the server puts the card last; while more pages exist, the last loaded card is sent instead.
 */
export const neighboursAt = (others: readonly { id: string }[], index: number, hasMore: boolean): Neighbours => {
  const after = others[index - 1];
  const before = others[index];
  if (before === undefined && !hasMore) return {};
  return { ...(after && { afterId: after.id }), ...(before && { beforeId: before.id }) };
};

/**
 * Returns the position after a key: up and down within the column, Home and End to its ends, left and right into the
 * next column at the same height. Null if there is none.
 */
export const placementAfterKey = (
  place: Placement,
  key: string,
  columns: readonly string[],
  othersIn: (column: string) => number,
): Placement | null => {
  const { column, index } = place;
  const within = (next: number): Placement | null =>
    next === index || next < 0 || next > othersIn(column) ? null : { column, index: next };
  switch (key) {
    case 'ArrowUp':
      return within(index - 1);
    case 'ArrowDown':
      return within(index + 1);
    case 'Home':
      return within(0);
    case 'End':
      return within(othersIn(column));
    case 'ArrowLeft':
    case 'ArrowRight': {
      const next = columns[columns.indexOf(column) + (key === 'ArrowRight' ? 1 : -1)];
      return next === undefined ? null : { column: next, index: Math.min(index, othersIn(next)) };
    }
    default:
      return null;
  }
};

/** How much space around a landing position stays visible. */
const SCROLL_MARGIN = 96;

/** Returns the list at a horizontal position, even if the pointer is above or below it. */
export const listAtX = (board: HTMLElement, x: number): HTMLElement | null =>
  [...board.querySelectorAll<HTMLElement>('[data-column-list]')].find((list) => {
    const { left, right } = list.getBoundingClientRect();
    return x >= left && x < right;
  }) ?? null;

/**
 * Returns the final position of a dropped card: in a column sorted by time it is the card's own one, or the first if it
 * was just completed.
 */
export const finalPlacement = (columns: readonly BoardColumnData[], draggedId: string, place: Placement): Placement => {
  const column = columns.find(({ key }) => key === place.column);
  return column && isSortedByTime(column.status)
    ? { ...place, index: Math.max(0, dropColumn(column, draggedId).draggedIndex) }
    : place;
};

const contains = (element: Element, { x, y }: Point): boolean => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x >= left && x < right && y >= top && y < bottom;
};

/** A point at most this far beside a column belongs to it: in the gap between two, or at the end of the board. */
const MAX_DISTANCE = 24;

/** The horizontal distance of a point from an element at its height; infinite above and below it. */
const distanceBeside = (element: Element, { x, y }: Point): number => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return y >= top && y < bottom ? Math.max(left - x, x - right, 0) : Infinity;
};

/** Returns the column at a point of the screen, by its key. */
const columnAt = ({ board }: BoardView, point: Point): string | null => {
  if (!board || !contains(board, point)) return null;
  const [nearest] = [...board.querySelectorAll<HTMLElement>('[data-column]')]
    .map((column) => ({ key: column.dataset.column, distance: distanceBeside(column, point) }))
    .toSorted((one, other) => one.distance - other.distance);
  return nearest && nearest.distance <= MAX_DISTANCE ? (nearest.key ?? null) : null;
};

/** Returns where a card would land at a point of the screen; null outside the columns. */
export const placementAt = (
  view: BoardView,
  columns: readonly BoardColumnData[],
  draggedId: string,
  point: Point,
): Placement | null => {
  const key = columnAt(view, point);
  const column = columns.find((other) => other.key === key);
  const list = key && view.board && listElement(view.board, key);
  if (!column || !list) return null;
  const offsets = offsetsIn(view, column.key);
  const y = point.y - list.getBoundingClientRect().top + list.scrollTop - LIST_PADDING_TOP;
  return finalPlacement(columns, draggedId, {
    column: column.key,
    index: offsets ? dropIndex(offsets, dropColumn(column, draggedId), y) : 0,
  });
};

/** Scrolls a landing place into view, and returns its corner on the screen. */
export const scrollToPlacement = (
  view: BoardView,
  columns: readonly BoardColumnData[],
  draggedId: string,
  { column: key, index }: Placement,
): Point | null => {
  const column = columns.find((other) => other.key === key);
  const list = view.board && listElement(view.board, key);
  if (!column || !list) return null;
  list.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const offsets = offsetsIn(view, key);
  const offset = LIST_PADDING_TOP + (offsets ? offsetOf(offsets, dropColumn(column, draggedId), index) : 0);
  const [first, last] = [offset - SCROLL_MARGIN, offset + SCROLL_MARGIN - list.clientHeight];
  if (first < list.scrollTop) list.scrollTop = first;
  else if (last > list.scrollTop) list.scrollTop = last;
  const { left, top } = list.getBoundingClientRect();
  return { x: left + parseFloat(getComputedStyle(list).paddingLeft), y: top + offset - list.scrollTop };
};
