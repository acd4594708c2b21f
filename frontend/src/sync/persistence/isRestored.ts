let isOpened = false;

/** This tab shows stored data. */
export const markRestored = (): void => {
  isOpened = true;
};

/** The shown data was read again. */
export const markRefetched = (): void => {
  isOpened = false;
};

/** Whether this tab shows stored data that the server has not confirmed. */
export const isRestored = (): boolean => isOpened;
