let isOpened = false;

/** What this tab shows is what the device had kept. */
export const markRestored = (): void => {
  isOpened = true;
};

/** What is shown was read anew. */
export const markRefetched = (): void => {
  isOpened = false;
};

/** Does this tab show what the device had kept, and not what a server has said? */
export const isRestored = (): boolean => isOpened;
