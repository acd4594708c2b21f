import { useSyncExternalStore } from 'react';
import { createStore } from '../../../lib/store';
import type { AllChosen } from './selection';

/** What is selected on the page that is shown: the tasks it has loaded, and whether it is all that match its filter. */
export interface SelectedTasks {
  ids: readonly string[];
  all: AllChosen | null;
}

export const NOTHING_SELECTED: SelectedTasks = { ids: [], all: null };

/** The tasks that are selected on the page that is shown, in their order; commands are done to all of them. */
export const selectedTasks = createStore(NOTHING_SELECTED);

export const useIsSelected = (id: string): boolean =>
  useSyncExternalStore(selectedTasks.subscribe, () => selectedTasks.get().ids.includes(id));

/** Selects a task of the page that is shown, or takes it out of the selection; null where tasks cannot be selected. */
export const taskChooser = createStore<((id: string) => void) | null>(null);
