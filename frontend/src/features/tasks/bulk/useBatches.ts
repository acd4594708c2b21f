// Changes many tasks: in batches from here, or as a run on the server.
import { useApolloClient } from '@apollo/client/react';
import type { ApolloClient } from '@apollo/client';
import { LIMITS } from '@contract/limits';
import { errorText, reportError, toAppError } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import { groupActions, undoButton } from '../../../sync/client/undoableActions';
import type { WriteResult } from '../../../sync/writes/runWrite';
import { tasksTexts } from '../../../texts/tasks';
import { notify } from '../../../ui/notify';
import type { AllSelected } from '../selection/selection';
import { splitIntoBatches, type Batch } from './batches';
import { startBulkRun, type BulkChange, type BulkAction } from './bulkRun';
import { TaskIdsDocument, type TaskIdsQuery } from './TaskIds.generated';

interface BatchOptions {
  action: BulkAction;
  /** Shows a batch before its answer; returns a function that ends this. */
  show: (batch: Batch) => () => void;
  send: (batch: Batch) => Promise<WriteResult<unknown>>;
  /** The same change, in the format of a bulk run on the server. */
  change: BulkChange;
}

interface DoneInBatches {
  /** The number of changed tasks. */
  count: number;
  /** The id by which all batches are undone. */
  actionId: string;
  isQueued: boolean;
}

interface Progress {
  /** Reports how many tasks are changed so far. */
  tell: (done: number, total: number) => void;
  /** Stops after the batch in progress. */
  signal: AbortSignal;
}

/** After one of these errors, the remaining batches would fail, too. */
const FATAL_CODES: readonly string[] = ['NETWORK', 'RATE_LIMITED', 'UNAUTHENTICATED'];

/** Returns all matching tasks, page by page, except for deselected ones. */
const fetchMatchingIds = async (
  client: ApolloClient,
  { filter, except }: AllSelected,
  signal: AbortSignal,
): Promise<string[]> => {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const answer: ApolloClient.QueryResult<TaskIdsQuery> = await client.query({
      query: TaskIdsDocument,
      variables: { filter, after },
      fetchPolicy: 'no-cache',
    });
    const page = answer.data?.tasks;
    ids.push(...(page?.nodes ?? []).map(({ id }) => id).filter((id) => !except.has(id)));
    after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null && !signal.aborted);
  return ids;
};

const reason = (error: unknown, fallback: string): string =>
  toAppError(error).code === 'NOT_FOUND' ? tasksTexts.goneReason : errorText(error, fallback);

/** A batch that is shown, and a function that ends this. */
interface ShownBatch extends Batch {
  hide: () => void;
}

/**
 * Sends one batch after another; reports failures, and how much was done, with an Undo button. Returns null unless all
 * was done.
 */
const sendAll = async (
  batches: readonly ShownBatch[],
  { send, action }: BatchOptions,
  actionId: string,
  progress: Progress | null,
): Promise<{ isQueued: boolean } | null> => {
  const total = batches.reduce((sum, { ids }) => sum + ids.length, 0);
  let done = 0;
  let isQueued = false;
  let failure: unknown;
  const isPointless = (): boolean => failure !== undefined && FATAL_CODES.includes(toAppError(failure).code);
  for (const batch of batches) {
    progress?.tell(done, total);
    try {
      if (progress?.signal.aborted || isPointless()) continue;
      ({ isQueued } = await send(batch));
      done += batch.ids.length;
    } catch (error) {
      failure ??= error;
    } finally {
      batch.hide();
    }
  }
  const texts = tasksTexts[action];
  if (failure === undefined) {
    if (done === total) return { isQueued };
    notify.info(texts.stopped(done, total), undoButton(actionId));
    return null;
  }
  const fallback = texts.failed(total);
  // An ended session is reported elsewhere. Errors of fields are reported one by one.
  const { code } = toAppError(failure);
  if (total === 1 || code === 'UNAUTHENTICATED' || (done === 0 && code !== 'NOT_FOUND')) {
    reportError(failure, { fallback });
  } else if (done === 0) notify.error(texts.failedAll(reason(failure, fallback)));
  else notify.error(texts.failedSome(done, total, reason(failure, fallback)), undoButton(actionId));
  return null;
};

/**
 * Changes tasks in batches of 200, or all that match a filter. Several batches show their progress and can be stopped.
 * A large change of all matching tasks runs on the server, and continues when the tab is closed. Returns how many tasks
 * it changed, and in which action; null after a failure or if it continues elsewhere, which is reported.
 */
export const useBatches = () => {
  const client = useApolloClient();

  return async (
    ids: readonly string[],
    all: AllSelected | null,
    options: BatchOptions,
  ): Promise<DoneInBatches | null> => {
    const { action, show, change } = options;
    if (all && all.count > LIMITS.bulkMax) {
      await startBulkRun(client, all, change, action);
      return null;
    }
    const texts = tasksTexts[action];
    const stop = new AbortController();
    const { signal } = stop;
    const id = newId();
    const tell = (done: number, total: number): void => {
      const stopAction = { label: tasksTexts.stop, onPress: () => stop.abort() };
      if (!signal.aborted) notify.info(texts.progress(done, total), { id, action: stopAction, isLasting: true });
    };

    const showAll = (some: readonly string[]): ShownBatch[] =>
      splitIntoBatches(some).map((batch) => ({ ...batch, hide: show(batch) }));
    const batches = showAll(ids);
    try {
      if (all) {
        tell(0, all.count);
        const shown = new Set(ids);
        const others = (await fetchMatchingIds(client, all, signal)).filter((each) => !shown.has(each));
        batches.push(...showAll(others));
      }
    } catch (error) {
      for (const { hide } of batches) hide();
      notify.dismiss(id);
      reportError(error, { fallback: texts.failed(all?.count ?? ids.length) });
      return null;
    }
    const actionId = groupActions(batches.map(({ mutationId }) => mutationId));
    const done = await sendAll(batches, options, actionId, all || batches.length > 1 ? { tell, signal } : null);
    notify.dismiss(id);
    return done && { ...done, actionId, count: batches.reduce((sum, batch) => sum + batch.ids.length, 0) };
  };
};
