/** About a second, because a page renders a change some frames after the cache has it. */
const FRAMES = 60;

const linkOf = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-task-link="${CSS.escape(id)}"]`);

/**
 * Remembers which task has the focus. A change may move the task to another element: the returned function focuses that
 * one as soon as it is rendered, without scrolling.
 */
export const captureFocus = (): (() => void) => {
  const held = document.activeElement;
  const id = held instanceof HTMLElement ? held.dataset.taskLink : undefined;
  if (!held || id === undefined) return () => undefined;

  const look = (frames: number): void => {
    const { activeElement, body } = document;
    // The person has moved the focus to another element, or away from a task that still exists.
    if (activeElement !== held && (activeElement !== body || held.isConnected)) return;
    if (!held.isConnected) {
      const link = linkOf(id);
      link?.focus({ preventScroll: true });
      // An unmeasured element is hidden, and can't have the focus before the next frame.
      if (link && document.activeElement === link) return;
    }
    if (frames > 0) requestAnimationFrame(() => look(frames - 1));
  };
  return () => {
    requestAnimationFrame(() => look(FRAMES));
  };
};
