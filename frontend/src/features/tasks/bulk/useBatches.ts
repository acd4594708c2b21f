// Changes of many tasks: in batches from here, or as a run of the server.
import { useApolloClient } from '@apollo/client/react';
import type { ApolloClient } from '@apollo/client';
import { LIMITS } from '@contract/limits';
import { asOneAct } from '../../../sync/client/acts';
import { errorText, reportError, toAppError } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import { tasksTexts } from '../../../texts/tasks';
import { notify } from '../../../ui/notify';
import type { AllChosen } from '../selection/selection';
import { startBulkRun, type ChangeOfMany, type Verb } from './bulkRun';
import { TaskIdsDocument, type TaskIdsQuery } from './TaskIds.generated';

/** Some of the tasks that are to be changed: those that the server takes in one go, all of them or none. */
export interface Batch {
  ids: readonly string[];
  mutationId: string;
}

interface BatchOptions {
  verb: Verb;
  /** What is to be seen at once. */
  show?: (batch: Batch) => void;
  run: (batch: Batch) => Promise<void>;
  /** When the batch is over, whatever came of it. */
  after?: (batch: Batch) => void;
  /** The same to be done by the server alone. */
  change: ChangeOfMany;
}

/** To how many tasks something was done, and as which act. */
interface DoneInBatches {
  count: number;
  act: string;
}

interface Progress {
  /** How many tasks it was done to so far. */
  tell: (done: number, total: number) => void;
  /** Ends it after the batch that is under way. */
  signal: AbortSignal;
}

/** After these the batches that are left would fail alike. */
const POINTLESS: readonly string[] = ['NETWORK', 'RATE_LIMITED', 'UNAUTHENTICATED'];

const inBatches = (ids: readonly string[]): Batch[] =>
  Array.from({ length: Math.ceil(ids.length / LIMITS.bulkMax) }, (_, at) => ({
    ids: ids.slice(at * LIMITS.bulkMax, (at + 1) * LIMITS.bulkMax),
    mutationId: newId(),
  }));

/** All that match now, page by page, but those that were let go. */
const matching = async (
  client: ApolloClient,
  { filter, except }: AllChosen,
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

/** Does one batch after another; says what failed, and how much of it was done. Answers whether all was. */
const runAll = async (
  batches: readonly Batch[],
  { run, after, verb }: BatchOptions,
  progress: Progress | null,
): Promise<boolean> => {
  const total = batches.reduce((sum, { ids }) => sum + ids.length, 0);
  let done = 0;
  let failure: unknown;
  const isPointless = (): boolean => failure !== undefined && POINTLESS.includes(toAppError(failure).code);
  for (const batch of batches) {
    progress?.tell(done, total);
    try {
      if (progress?.signal.aborted || isPointless()) continue;
      await run(batch);
      done += batch.ids.length;
    } catch (error) {
      failure ??= error;
    } finally {
      after?.(batch);
    }
  }
  const texts = tasksTexts[verb];
  if (failure === undefined) {
    if (done === total) return true;
    notify.info(texts.stopped(done, total));
    return false;
  }
  const fallback = texts.failed(total);
  // An ended sign-in says its own words; the messages of fields are said one by one.
  const { code } = toAppError(failure);
  if (total === 1 || code === 'UNAUTHENTICATED' || (done === 0 && code !== 'NOT_FOUND')) {
    reportError(failure, { fallback });
  } else if (done === 0) notify.error(texts.failedAll(reason(failure, fallback)));
  else notify.error(texts.failedSome(done, total, reason(failure, fallback)));
  return false;
};

/**
 * Does something to tasks, 200 in one batch, with all that match a filter if they are chosen. What takes several says how
 * far it is and can be stopped. More than one batch of all that match is the server's to do, which goes on when the tab is
 * left. Answers how many tasks it was done to, as which act; null if not all, or not here, which is told.
 */
export const useBatches = () => {
  const client = useApolloClient();

  return async (
    ids: readonly string[],
    all: AllChosen | null,
    options: BatchOptions,
  ): Promise<DoneInBatches | null> => {
    const { after, verb, show, change } = options;
    if (all && all.count > LIMITS.bulkMax) {
      await startBulkRun(client, all, change, verb);
      return null;
    }
    const texts = tasksTexts[verb];
    const stop = new AbortController();
    const { signal } = stop;
    const id = newId();
    const tell = (done: number, total: number): void => {
      const action = { label: tasksTexts.stop, onPress: () => stop.abort() };
      if (!signal.aborted) notify.info(texts.progress(done, total), { id, action, isLasting: true });
    };

    const batches = inBatches(ids);
    for (const batch of batches) show?.(batch);
    try {
      if (all) {
        tell(0, all.count);
        const shown = new Set(ids);
        const others = inBatches((await matching(client, all, signal)).filter((each) => !shown.has(each)));
        for (const batch of others) show?.(batch);
        batches.push(...others);
      }
    } catch (error) {
      for (const batch of batches) after?.(batch);
      notify.dismiss(id);
      reportError(error, { fallback: texts.failed(all?.count ?? ids.length) });
      return null;
    }
    const act = asOneAct(batches.map(({ mutationId }) => mutationId));
    const isDone = await runAll(batches, options, all || batches.length > 1 ? { tell, signal } : null);
    notify.dismiss(id);
    return isDone ? { count: batches.reduce((sum, batch) => sum + batch.ids.length, 0), act } : null;
  };
};
