import type { KeyboardEvent } from 'react';
import { isSwitchedOff } from '../../lib/singleKeys';

interface TaskKeysOptions {
  current: number;
  count: number;
  columns: number;
  focusAt: (index: number) => void;
  isChosen: (index: number) => boolean;
  choose: (index: number, isRange: boolean) => void;
}

const stepOf = (key: string, columns: number): number | undefined => {
  const isGrid = columns > 1;
  const steps: Readonly<Record<string, number>> = {
    j: 1,
    k: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    ...(isGrid && { ArrowRight: 1, ArrowLeft: -1 }),
  };
  return steps[key];
};

/** The keys of a list of tasks; they work while the focus is in it. What changes a task has keys that work everywhere. */
export const useTaskKeys = ({ current, count, columns, focusAt, isChosen, choose }: TaskKeysOptions) => {
  const goTo = (index: number, isRange: boolean): void => {
    if (index < 0 || index >= count) return;
    if (isRange) {
      // The range begins where one stands.
      if (!isChosen(current)) choose(current, false);
      choose(index, true);
    }
    focusAt(index);
  };
  return (event: KeyboardEvent<HTMLElement>): void => {
    const { target, shiftKey } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const row = target instanceof Element ? target.closest('[data-task-id]') : null;
    if (!row || current === -1 || isSwitchedOff(event.key)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const step = stepOf(key, columns);
    if (step !== undefined) goTo(current + step, shiftKey);
    else if (key === 'Home') goTo(0, shiftKey);
    else if (key === 'End') goTo(count - 1, shiftKey);
    else if (key === 'x') choose(current, shiftKey);
    else return;
    event.preventDefault();
  };
};
