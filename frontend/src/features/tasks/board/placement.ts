/** A position on the board: the key of the column, and the number of other cards above. */
export interface Placement {
  column: string;
  index: number;
}

/**
 * The positions of a column's cards, relative to the top of the first one. Most cards are not rendered, so sizes that
 * were never measured are estimates. A card's size includes the gap below it.
 */
export interface CardOffsets {
  findItemIndex: (offset: number) => number;
  getItemOffset: (index: number) => number;
  getItemSize: (index: number) => number;
}

/** The data of a column that the drop position depends on. */
export interface DropColumn {
  /** The number of loaded cards, including the dragged one. */
  count: number;
  /** The index of the dragged card; -1 if it comes from another column. */
  draggedIndex: number;
}

/**
 * Returns the index of the card above which the landing line is drawn, counting the dragged card; the number of cards
 * means below the last one.
 */
export const insertionIndex = (index: number, { draggedIndex }: DropColumn): number =>
  draggedIndex !== -1 && draggedIndex <= index ? index + 1 : index;

/** Whether both are the same position. */
export const isSamePlacement = (a: Placement | null, b: Placement | null): boolean =>
  a === b || (a !== null && b !== null && a.column === b.column && a.index === b.index);
