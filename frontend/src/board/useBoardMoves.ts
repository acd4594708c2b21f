import type { TaskStatus } from '@contract/enums';
import { neighboursAt, type Neighbours, type Placement } from './dropTarget';
import { provisionalRank } from './rank';
import type { BoardColumnData, BoardColumnTask } from './useBoard';
import { useMoveTask } from './useMoveTask';

/** Moves cards to places of the board as it is shown. */
export const useBoardMoves = (columns: readonly BoardColumnData[]) => {
  const [moveTask] = useMoveTask();

  const othersIn = (status: TaskStatus, task: BoardColumnTask): readonly BoardColumnTask[] =>
    columns.find((column) => column.status === status)?.tasks.filter(({ id }) => id !== task.id) ?? [];

  const move = (
    task: BoardColumnTask,
    { status, index }: Placement,
    others: readonly BoardColumnTask[],
    neighbours: Neighbours,
  ): void => {
    void moveTask({
      id: task.id,
      from: task.status,
      to: status,
      neighbours,
      rank: provisionalRank(others[index - 1]?.rank ?? null, others[index]?.rank ?? null),
    });
  };

  return {
    /** Moves a card between two that are shown. */
    toPlace: (task: BoardColumnTask, place: Placement): void => {
      const others = othersIn(place.status, task);
      const hasMore = columns.some(({ status, hasMore: more }) => status === place.status && more);
      move(task, place, others, neighboursAt(others, place.index, hasMore));
    },
    /** Moves a card behind all of a column, those among them that are not loaded; until then it stands behind the loaded. */
    toEnd: (task: BoardColumnTask, status: TaskStatus): void => {
      const others = othersIn(status, task);
      move(task, { status, index: others.length }, others, {});
    },
  };
};

export type BoardMoves = ReturnType<typeof useBoardMoves>;
