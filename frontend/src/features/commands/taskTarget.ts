import { selectedTasks } from '../tasks/selection/selectedTasks';
import { focusedTask, focusTaskElement, taskIdOf, taskElements } from '../tasks/model/taskElements';
import { openTaskOf } from '../tasks/model/taskUrl';
import { NO_TASKS, type TaskTarget } from './CommandProvider';

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

/** Moves the focus to the next or the previous task. If no task has it, moves it to the first visible one. */
export const moveTaskFocus = (step: 1 | -1): void => {
  const stops = taskElements();
  const focused = focusedTask();
  const at = stops.findIndex((stop) => stop === focused || stop.contains(focused));
  if (at !== -1) focusTaskElement(stops[at + step]);
  else focusTaskElement(stops.find((stop) => stop.getBoundingClientRect().top >= 0) ?? stops[0]);
};
