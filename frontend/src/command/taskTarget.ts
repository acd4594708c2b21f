import { selectedTasks } from '../tasks/selection/selectedTasks';
import { taskIdOf, taskStops } from '../tasks/taskStops';
import { TASK, TASK_PARAM } from '../tasks/taskUrl';
import { bringIntoView } from '../ui/bringIntoView';
import { NO_TASKS, type TaskTarget } from './CommandProvider';

/** The row or card that has the focus, or has it within. */
const focusedTask = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>(TASK) ?? null;

/** The tasks that a command is about: the one that is open, else those that are selected, else the one with the focus. */
export const findTarget = (): TaskTarget => {
  const open = new URLSearchParams(window.location.search).get(TASK_PARAM);
  if (open !== null) return { ids: [open], all: null, element: document.activeElement, isOpen: true };
  const focused = focusedTask();
  const selected = selectedTasks();
  if (selected.ids.length > 0) return { ...selected, element: focused, isOpen: false };
  const id = focused && taskIdOf(focused);
  return id ? { ids: [id], all: null, element: focused, isOpen: false } : NO_TASKS;
};

const focusStop = (stop: HTMLElement | undefined): void => {
  const link = stop?.matches('[tabindex], a') ? stop : stop?.querySelector<HTMLElement>('[tabindex], a');
  link?.focus();
  if (link) bringIntoView(link);
};

/** Gives the focus to the next or the previous task; without one that has it, to the first that can be seen. */
export const moveTaskFocus = (step: 1 | -1): void => {
  const stops = taskStops();
  const focused = focusedTask();
  const at = stops.findIndex((stop) => stop === focused || stop.contains(focused));
  if (at !== -1) focusStop(stops[at + step]);
  else focusStop(stops.find((stop) => stop.getBoundingClientRect().top >= 0) ?? stops[0]);
};
