import { useApolloClient } from '@apollo/client/react';
import type { ApolloClient } from '@apollo/client';
import { LIMITS } from '@contract/limits';
import { reportError } from '../../graphql/errors';
import { newId } from '../../graphql/mutationId';
import { tasksTexts } from '../../texts/tasks';
import { notify } from '../../ui/notify';
import type { AllChosen } from '../selection/selection';
import { inActs, reportActs, type Act, type ActOptions } from './acts';
import { startBulkRun, type ChangeOfMany } from './bulkRun';
import { TaskIdsDocument, type TaskIdsQuery } from './TaskIds.generated';

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

const toActs = (ids: readonly string[]): Act[] => inActs(ids).map((part) => ({ ids: part, mutationId: newId() }));

interface RunOptions extends Pick<ActOptions, 'run' | 'after' | 'verb'> {
  /** The same to be done by the server alone. */
  change: ChangeOfMany;
  /** What is to be seen at once. */
  show?: (act: Act) => void;
}

/**
 * Does something to tasks, 200 in one act, with all that match a filter if they are chosen. What takes several acts says how
 * far it is and can be stopped. More than one act of all that match is the server's to do, which goes on when the tab is left.
 * Answers how many tasks it was done to; null if not all, or not here, which is told.
 */
export const useRunActs = () => {
  const client = useApolloClient();

  return async (ids: readonly string[], all: AllChosen | null, options: RunOptions): Promise<number | null> => {
    const { run, after, verb, show, change } = options;
    if (all && all.count > LIMITS.bulkMax) {
      await startBulkRun(client, all, change, verb);
      return null;
    }
    const texts = tasksTexts[verb];
    const stop = new AbortController();
    const id = newId();
    const tell = (done: number, total: number): void => {
      const action = { label: tasksTexts.stop, onPress: () => stop.abort() };
      if (!stop.signal.aborted) notify.info(texts.progress(done, total), { id, action, isLasting: true });
    };

    const acts = toActs(ids);
    for (const act of acts) show?.(act);
    try {
      if (all) {
        tell(0, all.count);
        const shown = new Set(ids);
        const others = toActs((await matching(client, all, stop.signal)).filter((each) => !shown.has(each)));
        for (const act of others) show?.(act);
        acts.push(...others);
      }
    } catch (error) {
      for (const act of acts) after?.(act);
      notify.dismiss(id);
      reportError(error, { fallback: texts.failed(all?.count ?? ids.length) });
      return null;
    }
    const isLong = all !== null || acts.length > 1;
    const isDone = await reportActs(acts, {
      run,
      verb,
      ...(after && { after }),
      ...(isLong && { onProgress: tell, signal: stop.signal }),
    });
    notify.dismiss(id);
    return isDone ? acts.reduce((sum, act) => sum + act.ids.length, 0) : null;
  };
};
