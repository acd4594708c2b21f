/** Gives the focus to a card that was moved, once the move is painted and a menu it was moved from has closed. */
export const focusTask = (id: string): void => {
  setTimeout(() => document.querySelector<HTMLElement>(`[data-task-link="${id}"]`)?.focus(), 50);
};
