import { TASK_STATUSES, type TaskStatus } from '@contract/enums';

/** A place on the board: the column, and how many of its other cards stand above. */
export interface Placement {
  status: TaskStatus;
  index: number;
}

/** The vertical extent of a card as measured on the screen. */
export interface CardSpan {
  top: number;
  bottom: number;
}

/** The ids that name a place to the server. */
export interface Neighbours {
  afterId?: string;
  beforeId?: string;
}

/** Where a pointer at height `y` drops among the column's other cards: a card's middle is the border. */
export const dropIndex = (cards: readonly CardSpan[], y: number): number => {
  const below = cards.findIndex((card) => y < (card.top + card.bottom) / 2);
  return below === -1 ? cards.length : below;
};

/** Are both the same place? */
export const isSamePlace = (a: Placement | null, b: Placement | null): boolean =>
  a === b || (a !== null && b !== null && a.status === b.status && a.index === b.index);

/** The place that a card holds now, among the others of its column. */
export const placeOf = (id: string, status: TaskStatus, tasks: readonly { id: string }[]): Placement => ({
  status,
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
 * The place one arrow key further: up and down within the column, left and right into the next column at the same
 * height. Returns null where there is nothing further.
 */
export const stepPlace = (
  place: Placement,
  key: string,
  othersIn: (status: TaskStatus) => number,
): Placement | null => {
  if (key === 'ArrowUp') return place.index > 0 ? { ...place, index: place.index - 1 } : null;
  if (key === 'ArrowDown') return place.index < othersIn(place.status) ? { ...place, index: place.index + 1 } : null;
  const direction = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  const status = direction === 0 ? undefined : TASK_STATUSES[TASK_STATUSES.indexOf(place.status) + direction];
  return status === undefined ? null : { status, index: Math.min(place.index, othersIn(status)) };
};
