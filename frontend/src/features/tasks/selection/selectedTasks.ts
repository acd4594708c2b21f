import { useSyncExternalStore } from 'react';
import { createStore } from '../../../lib/store';
import type { AllSelected } from './selection';

/** The selection on the page: the selected tasks that are loaded, and whether it covers all that match the filter. */
export interface SelectedTasks {
  ids: readonly string[];
  all: AllSelected | null;
}

export const NOTHING_SELECTED: SelectedTasks = { ids: [], all: null };

/** The selected tasks of the current page in order. Commands apply to all of them. */
export const selectedTasks = createStore(NOTHING_SELECTED);

export const useIsSelected = (id: string): boolean =>
  useSyncExternalStore(selectedTasks.subscribe, () => selectedTasks.get().ids.includes(id));

/** Selects or deselects a task on the page; null if tasks can't be selected. */
export const taskToggle = createStore<((id: string) => void) | null>(null);
