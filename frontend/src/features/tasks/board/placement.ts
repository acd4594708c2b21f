/** A place on the board: the column by its key, and the number of its other cards above. */
export interface Placement {
  column: string;
  index: number;
}

/**
 * The positions of a column's cards, measured from the first one's top. Most of them are not in the document; sizes
 * that were never measured are estimates. A card's size includes the gap below it.
 */
export interface CardOffsets {
  findItemIndex: (offset: number) => number;
  getItemOffset: (index: number) => number;
  getItemSize: (index: number) => number;
}

/** A column as far as the drop place depends on it. */
export interface DropColumn {
  /** The number of loaded cards, including the dragged one. */
  count: number;
  /** The index of the dragged card; -1 if it comes from another column. */
  draggedIndex: number;
}

/** The card that a landing line is drawn above, counted with the dragged one; the number of cards: below the last. */
export const slotOf = (index: number, { draggedIndex }: DropColumn): number =>
  draggedIndex !== -1 && draggedIndex <= index ? index + 1 : index;

/** Whether both are the same place. */
export const isSamePlace = (a: Placement | null, b: Placement | null): boolean =>
  a === b || (a !== null && b !== null && a.column === b.column && a.index === b.index);
