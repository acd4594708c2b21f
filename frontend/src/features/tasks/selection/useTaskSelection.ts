// The selection of a list of tasks, and the actions on it.
import { useEffect, useEffectEvent, useState } from 'react';
import { isComposingKey, isText } from '../../../lib/keyboard/typing';
import { isPageCovered } from '../../../lib/keyboard/layers';
import { NOTHING_SELECTED, selectedTasks, taskToggle } from './selectedTasks';
import {
  toggleAllTasks,
  selectionState,
  extendSelection,
  isChosen,
  NO_SELECTION,
  toggleTask,
  keepForFilter,
  type CurrentTaskFilter,
} from './selection';

interface ListOfTasks<Task> {
  /** The loaded tasks. */
  tasks: readonly Task[];
  filter: CurrentTaskFilter;
  /** The number of matching tasks, loaded or not. */
  count: number;
  hasMore: boolean;
  /** The keys of the selection are off, because they have another meaning at the moment. */
  isPaused?: boolean;
  /** No task can be selected, because none can be changed. */
  isFixed?: boolean;
}

/** Manages the selection of a list. Selected tasks that are no longer in the list do not count. */
export const useTaskSelection = <Task extends { id: string }>({
  tasks,
  filter,
  count,
  hasMore,
  isPaused = false,
  isFixed = false,
}: ListOfTasks<Task>) => {
  const [kept, setSelection] = useState(NO_SELECTION);
  const selection = isFixed ? NO_SELECTION : keepForFilter(kept, filter);
  // Selecting all of an empty list does not select tasks that are added later.
  if (kept.all ? selection !== kept || count === 0 : isFixed && kept !== NO_SELECTION) setSelection(NO_SELECTION);
  const isAny = selection.ids.size > 0 || selection.all !== null;
  const order = tasks.map(({ id }) => id);
  const chosen = isAny ? tasks.filter(({ id }) => isChosen(selection, id)) : [];
  const all = selection.all && { ...selection.all, count: Math.max(count - selection.all.except.size, 0) };
  const clear = (): void => setSelection(NO_SELECTION);
  const toggleAll = (): void => setSelection((now) => toggleAllTasks(keepForFilter(now, filter), order));

  useEffect(() => selectedTasks.set({ ids: chosen.map(({ id }) => id), all }));
  useEffect(() => {
    if (isFixed) return undefined;
    taskToggle.set((id) => setSelection((now) => toggleTask(now, id)));
    return () => {
      taskToggle.set(null);
      selectedTasks.set(NOTHING_SELECTED);
    };
  }, [isFixed]);

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isPaused || isFixed || isComposingKey(event) || event.altKey || isPageCovered() || isText(event.target)) return;
    if (event.key === 'Escape' && isAny) clear();
    else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && tasks.length > 0) {
      setSelection((now) => ({ ...now, ids: new Set(order), all: null }));
    } else return;
    event.preventDefault();
  });
  useEffect(() => {
    // Captured before a popup closes on the same key, so that one press of Escape does only one thing.
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, []);

  return {
    isFixed,
    /** The loaded tasks. */
    chosen,
    /** Set if all matching tasks are selected. */
    all,
    count: all ? all.count : chosen.length,
    has: (id: string): boolean => isChosen(selection, id),
    covers: isAny && tasks.length > 0 ? selectionState(selection, order, hasMore) : ('none' as const),
    /** The number of all matching tasks, if all loaded ones are selected and there are more. */
    offered: hasMore && !all && tasks.length > 0 && chosen.length === tasks.length ? count : null,
    chooseAllMatching: (): void => setSelection({ ...NO_SELECTION, all: { filter, except: new Set() } }),
    /** Toggles a task; with `isRange`, all from the last toggled one to this one. */
    choose: (id: string, isRange: boolean): void =>
      setSelection((now) =>
        isRange ? extendSelection(keepForFilter(now, filter), id, order) : toggleTask(keepForFilter(now, filter), id),
      ),
    toggleAll,
    clear,
  };
};

/** The selection of tasks in a list. */
export type TaskSelection<Task extends { id: string }> = ReturnType<typeof useTaskSelection<Task>>;
