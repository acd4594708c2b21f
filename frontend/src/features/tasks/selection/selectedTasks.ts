import { useSyncExternalStore } from 'react';
import { createStore } from '../../../lib/store';
import type { AllChosen } from './selection';

/** The selection on the page: the selected tasks that are loaded, and whether it is all that match the filter. */
export interface SelectedTasks {
  ids: readonly string[];
  all: AllChosen | null;
}

export const NOTHING_SELECTED: SelectedTasks = { ids: [], all: null };

/** The tasks that are selected on the page that is shown, in their order; commands are done to all of them. */
export const selectedTasks = createStore(NOTHING_SELECTED);

export const useIsSelected = (id: string): boolean =>
  useSyncExternalStore(selectedTasks.subscribe, () => selectedTasks.get().ids.includes(id));

/** Selects or deselects a task on the page; null if tasks can't be selected. */
export const taskChooser = createStore<((id: string) => void) | null>(null);
