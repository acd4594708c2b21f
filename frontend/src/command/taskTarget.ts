import { selectedTasks } from '../tasks/selection/selectedTasks';
import { TASK_PARAM } from '../tasks/taskUrl';
import { NO_TASKS, type TaskTarget } from './CommandProvider';

/** Rows and cards say which task they are; a title alone says it where there is no row. */
export const TASK = '[data-task-id], [data-task-link]';

/** Which task it says. */
export const idOf = (element: HTMLElement): string | undefined => element.dataset.taskId ?? element.dataset.taskLink;

/** The row or card that has the focus, or has it within. */
const focusedTask = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>(TASK) ?? null;

/** The tasks that a command is about: the one that is open, else those that are selected, else the one with the focus. */
export const findTarget = (): TaskTarget => {
  const open = new URLSearchParams(window.location.search).get(TASK_PARAM);
  if (open !== null) return { ids: [open], all: null, element: document.activeElement, isOpen: true };
  const focused = focusedTask();
  const selected = selectedTasks();
  if (selected.ids.length > 0) return { ...selected, element: focused, isOpen: false };
  const id = focused && idOf(focused);
  return id ? { ids: [id], all: null, element: focused, isOpen: false } : NO_TASKS;
};

const isVisible = (element: HTMLElement): boolean => element.getClientRects().length > 0;

/** Rows, cards and titles of tasks that are on the page, each task once. */
const taskStops = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(TASK)].filter(
    (element) => !element.parentElement?.closest('[data-task-id]') && isVisible(element),
  );

const focusStop = (stop: HTMLElement | undefined): void => {
  const link = stop?.matches('[tabindex], a') ? stop : stop?.querySelector<HTMLElement>('[tabindex], a');
  link?.focus();
  link?.scrollIntoView({ block: 'nearest' });
};

/** The task next to this one on the page, which is brought into view; undefined at an end, and where this one is not. */
export const neighbourOf = (id: string, step: 1 | -1): string | undefined => {
  const stops = taskStops();
  const at = stops.findIndex((stop) => idOf(stop) === id);
  const stop = at === -1 ? undefined : stops[at + step];
  stop?.scrollIntoView({ block: 'nearest' });
  return stop && idOf(stop);
};

/** Gives the focus to the next or the previous task; without one that has it, to the first that can be seen. */
export const moveTaskFocus = (step: 1 | -1): void => {
  const stops = taskStops();
  const focused = focusedTask();
  const at = stops.findIndex((stop) => stop === focused || stop.contains(focused));
  if (at !== -1) focusStop(stops[at + step]);
  else focusStop(stops.find((stop) => stop.getBoundingClientRect().top >= 0) ?? stops[0]);
};
