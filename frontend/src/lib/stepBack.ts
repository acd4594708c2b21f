/** Whether a step back in the history was begun by the app, not by the person. */
export const stepBack = { isPending: false };

/** Runs a navigation. A dialog that just closed is still stepping back, which would undo the navigation. */
export const afterStepBack = (navigate: () => unknown): void =>
  void (stepBack.isPending ? addEventListener('popstate', navigate, { once: true }) : navigate());
