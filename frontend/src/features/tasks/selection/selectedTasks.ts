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
