import { bringIntoView } from '../../../ui/bringIntoView';
import { TASK } from './taskUrl';

/** The id of the task that a row, a card or a title shows. */
export const taskIdOf = (element: HTMLElement): string | undefined =>
  element.dataset.taskId ?? element.dataset.taskLink;

const isVisible = (element: HTMLElement): boolean => element.getClientRects().length > 0;

/** Rows, cards and titles of tasks that are on the page, each task once. */
export const taskStops = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(TASK)].filter(
    (element) => !element.parentElement?.closest('[data-task-id]') && isVisible(element),
  );

/** The row or card next to this task's on the page; undefined at an end, or if this task is not on the page. */
const nextTo = (id: string, step: 1 | -1): HTMLElement | undefined => {
  const stops = taskStops();
  const at = stops.findIndex((stop) => taskIdOf(stop) === id);
  return at === -1 ? undefined : stops[at + step];
};

/** Whether there is a task next to this one on the page. */
export const hasNeighbour = (id: string, step: 1 | -1): boolean => nextTo(id, step) !== undefined;

/** The task next to this one on the page, which is brought into view; undefined where there is none. */
export const neighbourOf = (id: string, step: 1 | -1): string | undefined => {
  const stop = nextTo(id, step);
  if (stop) bringIntoView(stop);
  return stop && taskIdOf(stop);
};
