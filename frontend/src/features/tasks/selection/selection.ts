import type { toListArgs } from '../filters/taskFilters';

/** The filter of a list of tasks, in the server's format. */
export type CurrentTaskFilter = ReturnType<typeof toListArgs>['filter'];

/** All tasks that match a filter, loaded or not, except for deselected ones. */
export interface AllMatching {
  filter: CurrentTaskFilter;
  except: ReadonlySet<string>;
}

/** Tasks selected by a filter, with their current number, for a change of all of them. */
export interface AllSelected extends AllMatching {
  count: number;
}

/** The selected tasks, and the start of a range. */
export interface Selection {
  /** The tasks that were selected one by one; unused with `all`. */
  ids: ReadonlySet<string>;
  all: AllMatching | null;
  /** The task that was last selected or deselected. */
  anchor: string | null;
}

export const NO_SELECTION: Selection = { ids: new Set(), all: null, anchor: null };

/** Returns the selection under this filter, without an `all` that was made under another filter. */
export const keepForFilter = (selection: Selection, filter: CurrentTaskFilter): Selection =>
  selection.all && JSON.stringify(selection.all.filter) !== JSON.stringify(filter) ? NO_SELECTION : selection;

export const isChosen = ({ ids, all }: Selection, id: string): boolean => (all ? !all.except.has(id) : ids.has(id));

const withTasks = (selection: Selection, tasks: readonly string[], chosen: boolean): Pick<Selection, 'ids' | 'all'> => {
  const { ids, all } = selection;
  const next = new Set(all ? all.except : ids);
  for (const id of tasks) {
    // With `all`, records the deselected tasks instead.
    if (chosen === (all === null)) next.add(id);
    else next.delete(id);
  }
  return all ? { ids, all: { ...all, except: next } } : { ids: next, all };
};

export const toggleTask = (selection: Selection, id: string): Selection => ({
  ...withTasks(selection, [id], !isChosen(selection, id)),
  anchor: id,
});

/**
 * Gives all tasks from the anchor to this one the state of the anchor, selected or not. Without an anchor in the list,
 * affects only this task.
 */
export const extendSelection = (selection: Selection, id: string, order: readonly string[]): Selection => {
  const to = order.indexOf(id);
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  if (to === -1 || from === -1 || selection.anchor === null) return toggleTask(selection, id);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ...withTasks(selection, range, isChosen(selection, selection.anchor)), anchor: id };
};

/** Selects all loaded tasks of the list, or none if all are already selected. */
export const toggleAllTasks = (selection: Selection, order: readonly string[]): Selection =>
  order.every((id) => isChosen(selection, id))
    ? NO_SELECTION
    : { ids: new Set(order), all: null, anchor: selection.anchor };

/** How much of a list is selected: its loaded tasks, and the others on the server. */
export const selectionState = (
  selection: Selection,
  order: readonly string[],
  hasMore: boolean,
): 'all' | 'some' | 'none' => {
  const count = order.filter((id) => isChosen(selection, id)).length;
  const isWhole = selection.all ? selection.all.except.size === 0 : !hasMore;
  if (count === order.length && isWhole) return 'all';
  return count > 0 || selection.all ? 'some' : 'none';
};
