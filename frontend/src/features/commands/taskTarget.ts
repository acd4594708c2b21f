import { selectedTasks } from '../tasks/selection/selectedTasks';
import { taskIdOf, taskStops } from '../tasks/model/taskStops';
import { openTaskOf, TASK } from '../tasks/model/taskUrl';
import { bringIntoView } from '../../ui/bringIntoView';
import { NO_TASKS, type TaskTarget } from './CommandProvider';

/** About a second. */
const FRAMES = 60;

/** The row or card that contains the focus. */
const focusedTask = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>(TASK) ?? null;

/** The tasks that a command applies to: the open one, otherwise the selected ones, otherwise the focused one. */
export const findTarget = (): TaskTarget => {
  const open = openTaskOf(window.location.search);
  if (open !== null) return { ids: [open], all: null, element: document.activeElement, isOpen: true };
  const focused = focusedTask();
  const selected = selectedTasks.get();
  if (selected.ids.length > 0) return { ...selected, element: focused, isOpen: false };
  const id = focused && taskIdOf(focused);
  return id ? { ids: [id], all: null, element: focused, isOpen: false } : NO_TASKS;
};

const focusStop = (stop: HTMLElement | undefined): void => {
  const link = stop?.matches('[tabindex], a') ? stop : stop?.querySelector<HTMLElement>('[tabindex], a');
  link?.focus();
  if (link) bringIntoView(link);
};

/** Moves the focus to the next or the previous task. If no task has it, moves it to the first visible one. */
export const moveTaskFocus = (step: 1 | -1): void => {
  const stops = taskStops();
  const focused = focusedTask();
  const at = stops.findIndex((stop) => stop === focused || stop.contains(focused));
  if (at !== -1) focusStop(stops[at + step]);
  else focusStop(stops.find((stop) => stop.getBoundingClientRect().top >= 0) ?? stops[0]);
};

/**
 * Remembers the task after these, or before them at the end of a list. The returned function focuses it if one of these
 * had the focus and was removed.
 */
export const holdPlace = (ids: readonly string[]): (() => void) => {
  const stops = taskStops();
  const focused = focusedTask();
  const at = stops.findIndex((stop) => stop === focused || stop.contains(focused));
  const stays = (stop: HTMLElement): boolean => !ids.includes(taskIdOf(stop) ?? '');
  const next = at === -1 ? undefined : (stops.slice(at).find(stays) ?? stops.slice(0, at).findLast(stays));
  const id = next && taskIdOf(next);
  return () => {
    if (id === undefined) return;
    // The page renders the change some frames later.
    const look = (frames: number): void => {
      if (document.activeElement === document.body) focusStop(taskStops().find((stop) => taskIdOf(stop) === id));
      else if (frames > 0 && focused?.isConnected) requestAnimationFrame(() => look(frames - 1));
    };
    requestAnimationFrame(() => look(FRAMES));
  };
};
