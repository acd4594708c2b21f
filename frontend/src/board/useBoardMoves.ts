import { useCallback, useRef } from 'react';
import type { TaskStatus } from '@contract/enums';
import { neighboursAt, type Neighbours, type Placement } from './dropTarget';
import { provisionalRank } from './rank';
import type { BoardColumnData, BoardColumnTask } from './useBoard';
import { useMoveTask } from './useMoveTask';

/** What the server said of a move is shown so much later at the latest. */
const SHOWN_MS = 100;

/** Moves cards to places of the board as it is shown. */
export const useBoardMoves = (columns: readonly BoardColumnData[]) => {
  const [moveTask] = useMoveTask();
  const underWay = useRef(0);
  const isMoving = useCallback((): boolean => underWay.current > 0, []);

  const othersIn = (status: TaskStatus, task: BoardColumnTask): readonly BoardColumnTask[] =>
    columns.find((column) => column.status === status)?.tasks.filter(({ id }) => id !== task.id) ?? [];

  const move = (
    task: BoardColumnTask,
    { status, index }: Placement,
    others: readonly BoardColumnTask[],
    neighbours: Neighbours,
  ): void => {
    underWay.current += 1;
    const moved = moveTask({
      id: task.id,
      from: task.status,
      to: status,
      neighbours,
      rank: provisionalRank(others[index - 1]?.rank ?? null, others[index]?.rank ?? null),
    });
    void moved.finally(() => {
      setTimeout(() => {
        underWay.current -= 1;
      }, SHOWN_MS);
    });
  };

  return {
    /** Is a card on its way that the viewer has moved? */
    isMoving,
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
