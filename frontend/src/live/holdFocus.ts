/**
 * Notes which task has the focus. A change may show it in another place, as another element: the function that this
 * answers gives the focus to that one, without scrolling to it.
 */
export const holdFocus = (): (() => void) => {
  const held = document.activeElement;
  const id = held instanceof HTMLElement ? held.dataset.taskLink : undefined;
  if (id === undefined) return () => undefined;
  return () => {
    // Once the page has taken up the change.
    requestAnimationFrame(() => {
      if (held?.isConnected || document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>(`[data-task-link="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
    });
  };
};
