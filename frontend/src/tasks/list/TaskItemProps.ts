import type { MouseEvent } from 'react';
import type { TaskListNode } from './useTasks';

/** What a row or card of a list of tasks is given. */
export interface TaskItemProps {
  task: TaskListNode;
  index: number;
  /** The Tab key goes to it. */
  isTabStop: boolean;
  isChosen: boolean;
  /** Its check box is seen without the pointer on it. */
  showsBox: boolean;
  onChoose: (isRange: boolean) => void;
}

/** A press with Shift chooses all between; without this it would open a window. */
export const chooseByShift = (onChoose: (isRange: boolean) => void) => (event: MouseEvent<HTMLElement>) => {
  const isLink = event.target instanceof Element && event.target.closest('[data-task-link]') !== null;
  if (!event.shiftKey || !isLink) return;
  event.preventDefault();
  onChoose(true);
};
