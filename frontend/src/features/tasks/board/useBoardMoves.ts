import { useCallback, useRef } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useLazyLoad } from '../../../ui/lazyComponent';
import type { BoardFilter, ColumnHead } from './boardQuery';
import { DragLayer, mover } from './lazyParts';
import type { Placement } from './placement';
import type { BoardColumnData, BoardColumnTask } from './useBoard';

/** The server's answer to a move is shown after this delay at the latest. */
const SHOWN_MS = 100;

/**
 * Returns functions that move cards on the board, immediately on the screen and then on the server. A refusal moves
 * them back exactly.
 */
export const useBoardMoves = (columns: readonly BoardColumnData[], filter: BoardFilter) => {
  const client = useApolloClient();
  const [, want] = useLazyLoad(DragLayer);
  const underWay = useRef(0);
  const isMoving = useCallback((): boolean => underWay.current > 0, []);

  const move = async (task: BoardColumnTask, place: Placement, to: ColumnHead, isToEnd: boolean): Promise<void> => {
    // Not awaited if it has loaded, because the card would be rendered at its old position once more.
    if (!mover && !(await want())) return;
    underWay.current += 1;
    await mover?.(client, { task, place, to, isToEnd, columns, filter });
    setTimeout(() => {
      underWay.current -= 1;
    }, SHOWN_MS);
  };

  return {
    /** Whether a card that the viewer has moved is waiting for the server's answer. */
    isMoving,
    /** Moves a card between two visible ones, together with all selected cards if it is one of them. */
    toPlace: (task: BoardColumnTask, place: Placement): void => {
      const to = columns.find(({ key }) => key === place.column);
      if (to) void move(task, place, to, false);
    },
    /**
     * Moves a card to the end of a column, past cards that are not loaded. Until the answer arrives, it is shown after
     * the last loaded one.
     */
    toEnd: (task: BoardColumnTask, to: ColumnHead): void =>
      void move(task, { column: to.key, index: Infinity }, to, true),
  };
};

export type BoardMoves = ReturnType<typeof useBoardMoves>;
