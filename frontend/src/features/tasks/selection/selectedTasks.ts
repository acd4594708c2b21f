import type { AllChosen } from './selection';

/** What is selected on the page that is shown: the tasks it has loaded, and whether it is all that match its filter. */
export interface SelectedTasks {
  ids: readonly string[];
  all: AllChosen | null;
}

const NOTHING: SelectedTasks = { ids: [], all: null };
let selected = NOTHING;

/** Tells the rest of the app which tasks are selected on the page that is shown. */
export const publishSelection = (now: SelectedTasks = NOTHING): void => {
  selected = now;
};

/** The tasks that are selected on the page that is shown, in their order; a command is done to all of them. */
export const selectedTasks = (): SelectedTasks => selected;
