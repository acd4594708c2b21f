import { useCallback, useRef } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { lazyComponent, RenderNothing, useLazyLoad } from '../../../ui/lazyComponent';
import type { BoardFilter, ColumnHead } from './boardQuery';
import type { Placement } from './placement';
import type { moveCard } from './moveCard';
import type { BoardColumnData, BoardColumnTask } from './useBoard';

let mover: typeof moveCard | undefined;

/** The code that moves cards, which loads after the cards. From then on a dropped card is at its place in the same frame. */
export const DragLayer = lazyComponent(
  async () => {
    const code = await import('./boardParts');
    mover = code.moveCard;
    return code;
  },
  'DragLayer',
  { Failed: RenderNothing },
);

export const BoardSelection = lazyComponent(() => import('./boardParts'), 'BoardSelection', { Failed: RenderNothing });

/** The server's answer to a move is shown after this delay at the latest. */
const SHOWN_MS = 100;

/** Moves cards to places of the board as it is shown: at once on the screen, then on the server; a refusal puts them exactly back. */
export const useBoardMoves = (columns: readonly BoardColumnData[], filter: BoardFilter) => {
  const client = useApolloClient();
  const [, want] = useLazyLoad(DragLayer);
  const underWay = useRef(0);
  const isMoving = useCallback((): boolean => underWay.current > 0, []);

  const move = async (task: BoardColumnTask, place: Placement, to: ColumnHead, isToEnd: boolean): Promise<void> => {
    // Not awaited if it has loaded: the card would be rendered at its old place once more.
    if (!mover && !(await want())) return;
    underWay.current += 1;
    await mover?.(client, { task, place, to, isToEnd, columns, filter });
    setTimeout(() => {
      underWay.current -= 1;
    }, SHOWN_MS);
  };

  return {
    /** Whether a card that the viewer has moved is waiting for its answer. */
    isMoving,
    /** Moves a card, with all selected cards if it is one of them, between two that are shown. */
    toPlace: (task: BoardColumnTask, place: Placement): void => {
      const to = columns.find(({ key }) => key === place.column);
      if (to) void move(task, place, to, false);
    },
    /** Moves a card to the column's end, past cards that are not loaded; until the answer, it is after the last loaded one. */
    toEnd: (task: BoardColumnTask, to: ColumnHead): void =>
      void move(task, { column: to.key, index: Infinity }, to, true),
  };
};

export type BoardMoves = ReturnType<typeof useBoardMoves>;
