let isOpened = false;

/** What this tab shows is what the device had kept. */
export const noteOpened = (): void => {
  isOpened = true;
};

/** What is shown was read anew. */
export const noteReadAnew = (): void => {
  isOpened = false;
};

/** Does this tab show what the device had kept, and not what a server has said? */
export const isFromKept = (): boolean => isOpened;
