let isOpened = false;

/** This tab shows stored data. */
export const markRestored = (): void => {
  isOpened = true;
};

/** Called when the visible data was refetched. */
export const markRefetched = (): void => {
  isOpened = false;
};

/** Whether this tab shows stored data that the server has not confirmed. */
export const isRestored = (): boolean => isOpened;
