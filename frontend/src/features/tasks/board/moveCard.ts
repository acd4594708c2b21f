import type { ApolloClient } from '@apollo/client';
import { errorText, toAppError } from '../../../sync/client/errors';
import { undoButton } from '../../../sync/client/undoableActions';
import { runWrite } from '../../../sync/writes/runWrite';
import { refuseReadOnly } from '../model/readOnly';
import { belongs, knownTask } from '../model/taskCache';
import { moveTask } from '../writes/moveTask';
import { boardMovesTexts } from '../../../texts/boardMoves';
import { notify } from '../../../ui/notify';
import type { BoardFilter } from './boardQuery';
import type { Neighbours, Placement } from './dropTarget';
import type { BoardColumnTask } from './useBoard';

export interface CardMove {
  task: BoardColumnTask;
  place: Placement;
  /** The cards above and below its new place. */
  neighbours: Neighbours;
  /** What the board shows. */
  filter: BoardFilter;
}

/** Moves a card, and says so if the board no longer shows it or it left its column. */
export const moveCard = async (
  client: ApolloClient,
  { task: { id, status: from }, place: { status }, neighbours, filter }: CardMove,
): Promise<void> => {
  const { cache } = client;
  if (refuseReadOnly(cache, [id])) return;
  try {
    const { mutationId, isQueued } = await runWrite(client, moveTask, { id, status, ...neighbours });
    if (isQueued) return;
    const { moved, movedOut } = boardMovesTexts.card;
    const known = knownTask(cache, id);
    const isOut = known !== null && !belongs(known, { filter: { ...filter, archived: null } });
    if (isOut) notify.success(movedOut, undoButton(mutationId));
    else if (from !== status) notify.success(moved, undoButton(mutationId));
  } catch (error) {
    const { code } = toAppError(error);
    const { moveFailed, moveFailedFor } = boardMovesTexts.card;
    // An ended session reports itself.
    if (code === 'NETWORK') notify.error(moveFailedFor(errorText(error)));
    else if (code !== 'UNAUTHENTICATED') notify.error(moveFailed);
  }
};
