import { useCallback, useRef } from 'react';
import { useApolloClient, useMutation } from '@apollo/client/react';
import type { TaskStatus } from '@contract/enums';
import { undoButton } from '../graphql/acts';
import { errorText, toAppError } from '../graphql/errors';
import { waits } from '../graphql/links';
import { newId } from '../graphql/mutationId';
import { provisionalRank } from '../tasks/provisionalRank';
import { applyTask, belongs, knownTask, showChange } from '../tasks/taskCache';
import { boardTexts } from '../texts/board';
import { notify } from '../ui/notify';
import type { BoardFilter } from './boardQuery';
import { neighboursAt, type Neighbours, type Placement } from './dropTarget';
import { MoveTaskDocument } from './MoveTask.generated';
import { isByTime, type BoardColumnData, type BoardColumnTask } from './useBoard';

/** What the server said of a move is shown so much later at the latest. */
const SHOWN_MS = 100;

/** Each move names neighbours that an earlier one may have moved. */
const TURN = { turn: 'board' };

/** Moves cards to places of the board as it is shown: at once on the screen, then on the server; a refusal puts them exactly back. */
export const useBoardMoves = (columns: readonly BoardColumnData[], filter: BoardFilter) => {
  const { cache } = useApolloClient();
  const [mutate] = useMutation(MoveTaskDocument, {
    update: (store, { data }) => {
      if (data) applyTask(store, data.moveTask.task);
    },
  });
  const underWay = useRef(0);
  const isMoving = useCallback((): boolean => underWay.current > 0, []);

  const move = async (
    { id, status: from }: BoardColumnTask,
    { status, index }: Placement,
    others: readonly BoardColumnTask[],
    neighbours: Neighbours,
  ): Promise<void> => {
    const mutationId = newId();
    const rank = provisionalRank(others[index - 1]?.rank ?? null, others[index]?.rank ?? null);
    underWay.current += 1;
    showChange(cache, [id], () => ({ status, rank }), mutationId);
    try {
      const answer = await mutate({ variables: { input: { id, status, ...neighbours, mutationId } }, context: TURN });
      const { moved, movedOut } = boardTexts.card;
      const known = knownTask(cache, id);
      const isOut = known !== null && !belongs(known, { filter: { ...filter, archived: null } });
      if (waits(answer)) return;
      if (isOut) notify.success(movedOut, undoButton(mutationId));
      else if (from !== status) notify.success(moved, undoButton(mutationId));
    } catch (error) {
      const { code } = toAppError(error);
      const { moveFailed, moveFailedFor } = boardTexts.card;
      // An ended sign-in says its own words.
      if (code === 'NETWORK') notify.error(moveFailedFor(errorText(error)));
      else if (code !== 'UNAUTHENTICATED') notify.error(moveFailed);
    } finally {
      cache.removeOptimistic(mutationId);
      setTimeout(() => {
        underWay.current -= 1;
      }, SHOWN_MS);
    }
  };

  const othersIn = (status: TaskStatus, task: BoardColumnTask): readonly BoardColumnTask[] =>
    columns.find((column) => column.status === status)?.tasks.filter(({ id }) => id !== task.id) ?? [];

  return {
    /** Is a card on its way that the viewer has moved? */
    isMoving,
    /** Moves a card between two that are shown. */
    toPlace: (task: BoardColumnTask, place: Placement): void => {
      const others = othersIn(place.status, task);
      const hasMore = columns.some(({ status, hasMore: more }) => status === place.status && more);
      void move(task, place, others, isByTime(place.status) ? {} : neighboursAt(others, place.index, hasMore));
    },
    /** Moves a card behind all of a column, those among them that are not loaded; until then it stands behind the loaded. */
    toEnd: (task: BoardColumnTask, status: TaskStatus): void => {
      const others = othersIn(status, task);
      void move(task, { status, index: others.length }, others, {});
    },
  };
};

export type BoardMoves = ReturnType<typeof useBoardMoves>;
