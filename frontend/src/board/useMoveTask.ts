import type { ApolloCache } from '@apollo/client';
import { useApolloClient, useMutation } from '@apollo/client/react';
import type { TaskStatus } from '@contract/enums';
import { errorText, toAppError } from '../graphql/errors';
import { newId } from '../graphql/mutationId';
import { applyTask } from '../tasks/taskCache';
import { TaskFieldsFragmentDoc } from '../tasks/TaskFields.generated';
import { boardTexts } from '../texts/board';
import { notify } from '../ui/notify';
import type { Neighbours } from './dropTarget';
import { MoveTaskDocument } from './MoveTask.generated';

export interface Move {
  id: string;
  from: TaskStatus;
  to: TaskStatus;
  neighbours: Neighbours;
  /** Where the card stands until the server says so. */
  rank: string;
}

/**
 * Moves go to the server one after another, as each names neighbours that an earlier one may have moved; an answer can
 * then never arrive before that of an older move.
 */
let lastMove: Promise<unknown> = Promise.resolve();

const inTurn = <Result>(send: () => Promise<Result>): Promise<Result> => {
  const turn = lastMove.then(send, send);
  lastMove = turn.catch(() => undefined);
  return turn;
};

/** Shows the move on a layer of its own over what the server last said. */
const showMove = (cache: ApolloCache, { id: taskId, to, rank }: Move, layer: string): void => {
  cache.recordOptimisticTransaction((proxy) => {
    const id = proxy.identify({ __typename: 'Task', id: taskId });
    const read = { id, fragment: TaskFieldsFragmentDoc, optimistic: true };
    const task = proxy.readFragment(read);
    if (!task) return;
    proxy.writeFragment({ ...read, data: { ...task, status: to, rank, updatedAt: new Date().toISOString() } });
    applyTask(proxy, task);
  }, layer);
};

/** Moves a task on the board: at once on the screen, then on the server; a refusal puts it exactly back. */
export const useMoveTask = () => {
  const { cache } = useApolloClient();
  const [mutate, state] = useMutation(MoveTaskDocument, {
    update: (store, { data }) => {
      if (data) applyTask(store, data.moveTask.task);
    },
  });

  const run = async (move: Move): Promise<void> => {
    const { id, from, to, neighbours } = move;
    const mutationId = newId();
    showMove(cache, move, mutationId);
    try {
      await inTurn(() => mutate({ variables: { input: { id, status: to, ...neighbours, mutationId } } }));
      if (from !== to) notify.success(boardTexts.card.moved);
    } catch (error) {
      const { code } = toAppError(error);
      const { moveFailed, moveFailedFor } = boardTexts.card;
      // An ended sign-in says its own words.
      if (code === 'NETWORK') notify.error(moveFailedFor(errorText(error)));
      else if (code !== 'UNAUTHENTICATED') notify.error(moveFailed);
    } finally {
      cache.removeOptimistic(mutationId);
    }
  };
  return [run, state] as const;
};
