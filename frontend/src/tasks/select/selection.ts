/** Which tasks are chosen, and where a range begins. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** The task that was chosen or let go last. */
  anchor: string | null;
}

export const NO_SELECTION: Selection = { ids: new Set(), anchor: null };

/** The task is chosen, or let go if it was. */
export const toggled = ({ ids }: Selection, id: string): Selection => {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
};

/**
 * All from the anchor to the task, in the order of the list, become what the anchor is: chosen or let go. Without an
 * anchor in the list it is the task alone.
 */
export const extended = (selection: Selection, id: string, order: readonly string[]): Selection => {
  const to = order.indexOf(id);
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  if (to === -1 || from === -1) return toggled(selection, id);
  const isChosen = selection.anchor !== null && selection.ids.has(selection.anchor);
  const next = new Set(selection.ids);
  for (const each of order.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (isChosen) next.add(each);
    else next.delete(each);
  }
  return { ids: next, anchor: id };
};

/** All of the list; nothing when all are chosen already. */
export const allOrNone = (selection: Selection, order: readonly string[]): Selection =>
  order.every((id) => selection.ids.has(id)) ? NO_SELECTION : { ids: new Set(order), anchor: selection.anchor };

/** How much of a list is chosen. */
export const coverage = ({ ids }: Selection, order: readonly string[]): 'all' | 'some' | 'none' => {
  const count = order.filter((id) => ids.has(id)).length;
  return count === 0 ? 'none' : count === order.length ? 'all' : 'some';
};
