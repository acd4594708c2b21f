import { useCallback, useRef } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { lazyComponent, RenderNothing, useLazyLoad } from '../../../ui/lazyComponent';
import type { BoardFilter, ColumnHead } from './boardQuery';
import type { Placement } from './placement';
import type { moveCard } from './moveCard';
import type { BoardColumnData, BoardColumnTask } from './useBoard';

/** What lifts and moves cards, which are read before they are moved. */
export const DragLayer = lazyComponent(() => import('./boardParts'), 'DragLayer', { Failed: RenderNothing });

export const BoardSelection = lazyComponent(() => import('./boardParts'), 'BoardSelection', { Failed: RenderNothing });

let mover: typeof moveCard | undefined;

/** What the layer has brought: a card that is dropped is at its place in the same frame. */
export const bringMover = (move: typeof moveCard): void => {
  mover = move;
};

/** What the server said of a move is shown so much later at the latest. */
const SHOWN_MS = 100;

/** Moves cards to places of the board as it is shown: at once on the screen, then on the server; a refusal puts them exactly back. */
export const useBoardMoves = (columns: readonly BoardColumnData[], filter: BoardFilter) => {
  const client = useApolloClient();
  const [, want] = useLazyLoad(DragLayer);
  const underWay = useRef(0);
  const isMoving = useCallback((): boolean => underWay.current > 0, []);

  const move = async (task: BoardColumnTask, place: Placement, to: ColumnHead, isToEnd: boolean): Promise<void> => {
    // Not awaited where it is here: the card would be drawn at its old place once more.
    if (!mover && !(await want())) return;
    underWay.current += 1;
    await mover?.(client, { task, place, to, isToEnd, columns, filter });
    setTimeout(() => {
      underWay.current -= 1;
    }, SHOWN_MS);
  };

  return {
    /** Is a card on its way that the viewer has moved? */
    isMoving,
    /** Moves a card, with all selected cards if it is one of them, between two that are shown. */
    toPlace: (task: BoardColumnTask, place: Placement): void => {
      const to = columns.find(({ key }) => key === place.column);
      if (to) void move(task, place, to, false);
    },
    /** Moves a card behind all of a column, those among them that are not loaded; until then it stands behind the loaded. */
    toEnd: (task: BoardColumnTask, to: ColumnHead): void =>
      void move(task, { column: to.key, index: Infinity }, to, true),
  };
};

export type BoardMoves = ReturnType<typeof useBoardMoves>;
