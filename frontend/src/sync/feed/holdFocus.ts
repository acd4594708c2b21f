/** About a second. The page takes up a change when its queries have told it so, which may be some frames later. */
const FRAMES = 60;

const linkOf = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-task-link="${CSS.escape(id)}"]`);

/**
 * Notes which task has the focus. A change may show it in another place, as another element: the function that this
 * answers gives the focus to that one, without scrolling to it, as soon as it has taken the place of the old one.
 */
export const holdFocus = (): (() => void) => {
  const held = document.activeElement;
  const id = held instanceof HTMLElement ? held.dataset.taskLink : undefined;
  if (!held || id === undefined) return () => undefined;

  const look = (frames: number): void => {
    const { activeElement, body } = document;
    // Somebody has gone on: to something else, or away from a task that is still there.
    if (activeElement !== held && (activeElement !== body || held.isConnected)) return;
    if (!held.isConnected) {
      const link = linkOf(id);
      link?.focus({ preventScroll: true });
      // What is not measured yet is hidden and takes no focus before the next frame.
      if (link && document.activeElement === link) return;
    }
    if (frames > 0) requestAnimationFrame(() => look(frames - 1));
  };
  return () => {
    requestAnimationFrame(() => look(FRAMES));
  };
};
