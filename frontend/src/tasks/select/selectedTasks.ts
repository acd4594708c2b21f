let selected: readonly string[] = [];

/** Tells the rest of the app which tasks are selected on the page that is shown. */
export const publishSelection = (ids: readonly string[]): void => {
  selected = ids;
};

/** The tasks that are selected on the page that is shown, in their order; a command is done to all of them. */
export const selectedTasks = (): readonly string[] => selected;
