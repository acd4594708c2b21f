import type { ApolloClient } from '@apollo/client';
import { errorText, toAppError } from '../../../sync/client/errors';
import { groupActions, undoButton } from '../../../sync/client/undoableActions';
import { runWrite } from '../../../sync/writes/runWrite';
import { splitIntoBatches } from '../bulk/batches';
import { refuseReadOnly } from '../model/readOnly';
import { selectedTasks } from '../selection/selectedTasks';
import { matchesList, findCachedTask } from '../model/taskCache';
import { bulkUpdateTasks } from '../writes/bulkUpdateTasks';
import { moveTask } from '../writes/moveTask';
import { boardMovesTexts } from '../../../texts/boardMoves';
import { findOpenTasks, reportDone } from '../writes/reportDone';
import { notify } from '../../../ui/notify';
import { findColumnHead, isSortedByTime, targetOf, type BoardFilter, type ColumnHead } from './boardQuery';
import { neighboursAt, type Neighbours } from './dropTarget';
import type { Placement } from './placement';
import { type BoardColumnData, type BoardColumnTask } from './useBoard';

export interface CardMove {
  task: BoardColumnTask;
  /** The new position among the other cards of the column. */
  place: Placement;
  /** The column, shown or not. */
  to: ColumnHead;
  /** Whether it moves to the end of the column, after cards that are not loaded. */
  isToEnd: boolean;
  /** The board's filter. */
  columns: readonly BoardColumnData[];
  filter: BoardFilter;
}

/** Returns the card, or all selected cards if it is one of them, in their order on the board. */
const withSelected = (task: BoardColumnTask, columns: readonly BoardColumnData[]): readonly BoardColumnTask[] => {
  const { ids } = selectedTasks.get();
  if (!ids.includes(task.id)) return [task];
  return columns.flatMap((column) => column.tasks.filter(({ id }) => ids.includes(id)));
};

/** Returns the cards above and below a new position. Columns sorted by time have no positions. */
const findNeighbours = (
  { task, place, to, isToEnd, columns }: CardMove,
  moved: readonly BoardColumnTask[],
): Neighbours => {
  const column = columns.find(({ key }) => key === place.column);
  if (!column || isToEnd || isSortedByTime(to.status)) return {};
  const others = column.tasks.filter(({ id }) => id !== task.id);
  if (moved.length === 1) return neighboursAt(others, place.index, column.hasMore);
  const isStill = ({ id }: BoardColumnTask): boolean => moved.every((each) => each.id !== id);
  const above = others.slice(0, place.index).findLast(isStill);
  const below = others.slice(place.index).find(isStill);
  return { ...(above && { afterId: above.id }), ...(below && { beforeId: below.id }) };
};

/**
 * Moves several cards to one place. A further write, which is sent after the one before, continues below its last card.
 * Returns the id by which all writes are undone.
 */
const moveSeveral = async (client: ApolloClient, ids: readonly string[], to: ColumnHead, neighbours: Neighbours) => {
  const batches = splitIntoBatches(ids);
  const mutationId = groupActions(batches.map((batch) => batch.mutationId));
  const isPlaced = Object.keys(neighbours).length > 0;
  const written = await Promise.all(
    batches.map((batch, at) => {
      const afterId = (isPlaced && batches[at - 1]?.ids.at(-1)) || neighbours.afterId;
      const input = { ...batch, ids: [...batch.ids], ...targetOf(to), ...neighbours, ...(afterId && { afterId }) };
      return runWrite(client, bulkUpdateTasks, input);
    }),
  );
  return { mutationId, isQueued: written.some(({ isQueued }) => isQueued) };
};

/**
 * Moves a card, together with all selected cards if it is one of them, and reports it if the cards are no longer
 * visible or left their column.
 */
export const moveCard = async (client: ApolloClient, move: CardMove): Promise<void> => {
  const { cache } = client;
  const { task, to, columns, filter } = move;
  const tasks = withSelected(task, columns);
  const neighbours = findNeighbours(move, tasks);
  const ids = tasks.map(({ id }) => id);
  if (refuseReadOnly(cache, ids)) return;
  const open = findOpenTasks(cache, ids);
  try {
    const [id = ''] = ids;
    const { mutationId, isQueued } =
      ids.length > 1
        ? await moveSeveral(client, ids, to, neighbours)
        : await runWrite(client, moveTask, { id, ...targetOf(to), ...neighbours });
    if (isQueued) return;
    const { moved, movedOut } = boardMovesTexts.card;
    const isOut = ids.some((each) => {
      const known = findCachedTask(cache, each);
      return known !== null && !matchesList(known, { filter: { ...filter, archived: null } });
    });
    if (isOut) notify.success(movedOut(ids.length), undoButton(mutationId));
    else if (tasks.some((each) => findColumnHead(columns, each)?.key !== to.key))
      reportDone(cache, open, moved(ids.length), mutationId);
  } catch (error) {
    const { code } = toAppError(error);
    const { moveFailed, moveFailedFor } = boardMovesTexts.card;
    // An ended session reports itself.
    if (code === 'NETWORK') notify.error(moveFailedFor(errorText(error)));
    else if (code !== 'UNAUTHENTICATED') notify.error(moveFailed);
  }
};
