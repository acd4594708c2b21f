import type { KeyboardEvent } from 'react';
import type { PickField } from './pick/TaskPicker';

interface TaskKeysOptions {
  /** A picker is about to take the keys. */
  isPicking: boolean;
  current: number;
  count: number;
  columns: number;
  focusAt: (index: number) => void;
  isChosen: (index: number) => boolean;
  choose: (index: number, isRange: boolean) => void;
  pick: (field: PickField, row: Element) => void;
}

const FIELDS: Readonly<Record<string, PickField>> = { s: 'status', p: 'priority', a: 'assignee', l: 'tags' };

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

/** The keys of a list of tasks; they work while the focus is in it. */
export const useTaskKeys = ({
  isPicking,
  current,
  count,
  columns,
  focusAt,
  isChosen,
  choose,
  pick,
}: TaskKeysOptions) => {
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
    if (isPicking || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const row = target instanceof Element ? target.closest('[data-task-id]') : null;
    if (!row || current === -1) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const step = stepOf(key, columns);
    const field = FIELDS[key];
    if (step !== undefined) goTo(current + step, shiftKey);
    else if (key === 'Home') goTo(0, shiftKey);
    else if (key === 'End') goTo(count - 1, shiftKey);
    else if (key === 'x') choose(current, shiftKey);
    else if (field && !shiftKey && !event.repeat) pick(field, row);
    else return;
    event.preventDefault();
  };
};
