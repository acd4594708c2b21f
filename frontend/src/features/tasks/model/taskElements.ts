import { scrollToElement } from '../../../ui/scrollToElement';
import { openTaskOf, TASK } from './taskUrl';

/** About a second. */
const FRAMES = 60;

/** Returns the id of the task that a row, card or title shows. */
export const taskIdOf = (element: HTMLElement): string | undefined =>
  element.dataset.taskId ?? element.dataset.taskLink;

const isVisible = (element: HTMLElement): boolean => element.getClientRects().length > 0;

/** Returns the rows, cards and titles of tasks on the page, each task once. */
export const taskElements = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(TASK)].filter(
    (element) => !element.parentElement?.closest('[data-task-id]') && isVisible(element),
  );

/** Returns the row or card next to this task's on the page; undefined at an end, or if this task is not on the page. */
const nextTo = (id: string, step: 1 | -1): HTMLElement | undefined => {
  const elements = taskElements();
  const at = elements.findIndex((element) => taskIdOf(element) === id);
  return at === -1 ? undefined : elements[at + step];
};

/** Whether there is a task next to this one on the page. */
export const hasNeighbour = (id: string, step: 1 | -1): boolean => nextTo(id, step) !== undefined;

/** Returns the task next to this one on the page, and scrolls it into view; undefined if there is none. */
export const neighbourOf = (id: string, step: 1 | -1): string | undefined => {
  const element = nextTo(id, step);
  if (element) scrollToElement(element);
  return element && taskIdOf(element);
};

/** The row or card that contains the focus. */
export const focusedTask = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>(TASK) ?? null;

/** Focuses a row or card, or its link, and scrolls it into view. */
export const focusTaskElement = (element: HTMLElement | undefined): void => {
  const link = element?.matches('[tabindex], a') ? element : element?.querySelector<HTMLElement>('[tabindex], a');
  link?.focus();
  if (link) scrollToElement(link);
};

/**
 * Remembers the task after these, or before them at the end of a list. The returned function focuses it if one of these
 * had the focus or was open, and was removed.
 */
export const restoreFocusAfterRemoval = (ids: readonly string[]): (() => void) => {
  const elements = taskElements();
  const focused = focusedTask();
  const open = openTaskOf(window.location.search);
  const at = elements.findIndex((element) => (focused ? element.contains(focused) : taskIdOf(element) === open));
  const stays = (element: HTMLElement): boolean => !ids.includes(taskIdOf(element) ?? '');
  const next = at === -1 ? undefined : (elements.slice(at).find(stays) ?? elements.slice(0, at).findLast(stays));
  const id = next && taskIdOf(next);
  return () => {
    if (id === undefined) return;
    // The page renders the change, and the panel of an open task closes, some frames later.
    const look = (frames: number): void => {
      if (document.activeElement === document.body) {
        focusTaskElement(taskElements().find((element) => taskIdOf(element) === id));
      } else if (frames > 0 && focused?.isConnected !== false) requestAnimationFrame(() => look(frames - 1));
    };
    requestAnimationFrame(() => look(FRAMES));
  };
};
