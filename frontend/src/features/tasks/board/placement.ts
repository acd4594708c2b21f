/** A place on the board: the column by its key, and how many of its other cards stand above. */
export interface Placement {
  column: string;
  index: number;
}

/**
 * Where a column's cards are, measured from the first one's top. Most of them are not in the document; what was never
 * seen is estimated. A card's size includes the gap below it.
 */
export interface CardOffsets {
  findItemIndex: (offset: number) => number;
  getItemOffset: (index: number) => number;
  getItemSize: (index: number) => number;
}

/** A column as far as the drop place depends on it. */
export interface DropColumn {
  /** How many cards are loaded, the dragged one among them. */
  count: number;
  /** Which of them is dragged; -1 when it comes from another column. */
  draggedIndex: number;
}

/** The card that a landing line is drawn above, counted with the dragged one; the number of cards: below the last. */
export const slotOf = (index: number, { draggedIndex }: DropColumn): number =>
  draggedIndex !== -1 && draggedIndex <= index ? index + 1 : index;

/** Are both the same place? */
export const isSamePlace = (a: Placement | null, b: Placement | null): boolean =>
  a === b || (a !== null && b !== null && a.column === b.column && a.index === b.index);
