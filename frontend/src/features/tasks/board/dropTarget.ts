import { slotOf, type CardOffsets, type DropColumn, type Placement } from './placement';

/** The ids that name a place to the server. */
export interface Neighbours {
  afterId?: string;
  beforeId?: string;
}

/** The space between two cards, as the style sheet has it. */
export const CARD_GAP = 8;

/** Where a pointer `y` below the first card's top drops among the other cards: a card's middle is the border. */
export const dropIndex = (cards: CardOffsets, { count, draggedIndex }: DropColumn, y: number): number => {
  if (count === 0) return 0;
  const index = Math.min(Math.max(cards.findItemIndex(y), 0), count - 1);
  const middle = cards.getItemOffset(index) + (cards.getItemSize(index) - CARD_GAP) / 2;
  const slot = y < middle ? index : index + 1;
  return draggedIndex !== -1 && draggedIndex < slot ? slot - 1 : slot;
};

/** How far below the first card's top a place among the other cards is. */
export const offsetOf = (cards: CardOffsets, column: DropColumn, index: number): number => {
  const slot = slotOf(index, column);
  if (column.count === 0) return 0;
  return slot < column.count
    ? cards.getItemOffset(slot)
    : cards.getItemOffset(column.count - 1) + cards.getItemSize(column.count - 1);
};

/** The place that a card holds now, among the others of its column. */
export const placeOf = (id: string, column: string, tasks: readonly { id: string }[]): Placement => ({
  column,
  index: Math.max(
    0,
    tasks.findIndex((task) => task.id === id),
  ),
});

/**
 * The neighbours to name for a drop at `index` among the other cards. Neither is named at the true end of a column, so
 * that the server puts the card behind all others; while more pages exist, the last loaded card is named instead.
 */
export const neighboursAt = (others: readonly { id: string }[], index: number, hasMore: boolean): Neighbours => {
  const after = others[index - 1];
  const before = others[index];
  if (before === undefined && !hasMore) return {};
  return { ...(after && { afterId: after.id }), ...(before && { beforeId: before.id }) };
};

/**
 * The place one key further: up and down within the column, Home and End to its ends, left and right into the next
 * column at the same height. Returns null where there is nothing further.
 */
export const stepPlace = (
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
