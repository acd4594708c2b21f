import type { ApolloClient } from '@apollo/client';
import { undoButton } from '../../../sync/client/acts';
import { errorText, toAppError } from '../../../sync/client/errors';
import { waits } from '../../../sync/client/links';
import { newId } from '../../../sync/client/mutationId';
import { refuseArchived } from '../model/archived';
import { provisionalRank } from '../model/provisionalRank';
import { applyTask, belongs, knownTask, showChange } from '../model/taskCache';
import { boardMovesTexts } from '../../../texts/boardMoves';
import { notify } from '../../../ui/notify';
import type { BoardFilter } from './boardQuery';
import type { Neighbours, Placement } from './dropTarget';
import { MoveTaskDocument } from './MoveTask.generated';
import type { BoardColumnTask } from './useBoard';

/** Each move names neighbours that an earlier one may have moved. */
const TURN = { turn: 'board' };

export interface CardMove {
  task: BoardColumnTask;
  place: Placement;
  /** The other cards of the column that it goes into, as they are shown. */
  others: readonly BoardColumnTask[];
  /** What the server is told of its place. */
  neighbours: Neighbours;
  /** What the board shows. */
  filter: BoardFilter;
}

/** Moves a card: at once on the screen, then on the server; a refusal puts it exactly back. */
export const moveCard = async (
  client: ApolloClient,
  { task: { id, status: from }, place: { status, index }, others, neighbours, filter }: CardMove,
): Promise<void> => {
  const { cache } = client;
  if (refuseArchived(cache, [id])) return;
  const mutationId = newId();
  const rank = provisionalRank(others[index - 1]?.rank ?? null, others[index]?.rank ?? null);
  showChange(cache, [id], () => ({ status, rank }), mutationId);
  try {
    const answer = await client.mutate({
      mutation: MoveTaskDocument,
      variables: { input: { id, status, ...neighbours, mutationId } },
      context: TURN,
      update: (store, { data }) => {
        if (data) applyTask(store, data.moveTask.task);
      },
    });
    const { moved, movedOut } = boardMovesTexts.card;
    const known = knownTask(cache, id);
    const isOut = known !== null && !belongs(known, { filter: { ...filter, archived: null } });
    if (waits(answer)) return;
    if (isOut) notify.success(movedOut, undoButton(mutationId));
    else if (from !== status) notify.success(moved, undoButton(mutationId));
  } catch (error) {
    const { code } = toAppError(error);
    const { moveFailed, moveFailedFor } = boardMovesTexts.card;
    // An ended sign-in says its own words.
    if (code === 'NETWORK') notify.error(moveFailedFor(errorText(error)));
    else if (code !== 'UNAUTHENTICATED') notify.error(moveFailed);
  } finally {
    cache.removeOptimistic(mutationId);
  }
};
