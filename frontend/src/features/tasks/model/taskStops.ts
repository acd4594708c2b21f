import { bringIntoView } from '../../../ui/bringIntoView';
import { TASK } from './taskUrl';

/** Returns the id of the task that a row, card or title shows. */
export const taskIdOf = (element: HTMLElement): string | undefined =>
  element.dataset.taskId ?? element.dataset.taskLink;

const isVisible = (element: HTMLElement): boolean => element.getClientRects().length > 0;

/** Returns the rows, cards and titles of tasks on the page, each task once. */
export const taskStops = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(TASK)].filter(
    (element) => !element.parentElement?.closest('[data-task-id]') && isVisible(element),
  );

/** Returns the row or card next to this task's on the page; undefined at an end, or if this task is not on the page. */
const nextTo = (id: string, step: 1 | -1): HTMLElement | undefined => {
  const stops = taskStops();
  const at = stops.findIndex((stop) => taskIdOf(stop) === id);
  return at === -1 ? undefined : stops[at + step];
};

/** Whether there is a task next to this one on the page. */
export const hasNeighbour = (id: string, step: 1 | -1): boolean => nextTo(id, step) !== undefined;

/** Returns the task next to this one on the page, and scrolls it into view; undefined if there is none. */
export const neighbourOf = (id: string, step: 1 | -1): string | undefined => {
  const stop = nextTo(id, step);
  if (stop) bringIntoView(stop);
  return stop && taskIdOf(stop);
};
