import { TASK_STATUSES } from '@contract/enums';
import { cardBeside, type BoardView } from './boardView';
import type { BoardColumnData } from './useBoard';

const STEPS: Readonly<Record<string, 'up' | 'down' | 'left' | 'right' | 'first' | 'last'>> = {
  ArrowUp: 'up',
  k: 'up',
  ArrowDown: 'down',
  j: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
};

/** The first card in the given direction that stands beside the card; columns without cards are passed over. */
const beside = (
  view: BoardView,
  columns: readonly BoardColumnData[],
  id: string,
  from: number,
  direction: 1 | -1,
): string | undefined => {
  const rect = view.board?.querySelector(`[data-card="${CSS.escape(id)}"]`)?.getBoundingClientRect();
  if (!rect) return undefined;
  for (let at = from + direction; at >= 0 && at < TASK_STATUSES.length; at += direction) {
    const column = columns[at];
    const next = column?.tasks[cardBeside(view, column, (rect.top + rect.bottom) / 2)];
    if (next) return next.id;
  }
  return undefined;
};

/**
 * The card that a key leads to from the card that has the focus: J, K and the arrows up and down within the column, left
 * and right to the card beside, Home and End to the column's ends. Undefined: the key means nothing, null: it leads
 * nowhere.
 */
export const cardAtKey = (
  view: BoardView,
  columns: readonly BoardColumnData[],
  id: string,
  key: string,
): string | null | undefined => {
  const step = STEPS[key];
  if (step === undefined) return undefined;
  const at = columns.findIndex(({ tasks }) => tasks.some((task) => task.id === id));
  const tasks = columns[at]?.tasks ?? [];
  const index = tasks.findIndex((task) => task.id === id);
  switch (step) {
    case 'up':
      return tasks[index - 1]?.id ?? null;
    case 'down':
      return tasks[index + 1]?.id ?? null;
    case 'first':
      return tasks[0]?.id ?? null;
    case 'last':
      return tasks.at(-1)?.id ?? null;
    case 'left':
    case 'right':
      return beside(view, columns, id, at, step === 'left' ? -1 : 1) ?? null;
  }
};
