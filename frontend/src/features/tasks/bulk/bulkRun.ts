import type { ApolloClient } from '@apollo/client';
import { addUndoable, undoButton } from '../../../sync/client/undoableActions';
import { errorText, reportError, toAppError } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import type { BulkUpdateTasksInput } from '../../../sync/client/schema.generated';
import { clearDraft, readDraft, writeDraft } from '../../../lib/drafts';
import { refusalText } from '../../../lib/reasonWords';
import { tasksTexts } from '../../../texts/tasks';
import { notify } from '../../../ui/notify';
import type { AllSelected } from '../selection/selection';
import { BulkRunDocument, type BulkRunQuery, StartBulkRunDocument, StopBulkRunDocument } from './BulkRun.generated';

/** The kind of a bulk change. */
export type BulkAction = 'update' | 'delete';

type Run = NonNullable<BulkRunQuery['bulkRun']>;

/** The change of each task, in the server's format. */
export type BulkChange = Omit<BulkUpdateTasksInput, 'ids' | 'mutationId'>;

/** The storage key of a tab's run, to show it after a reload and at the same person's next sign-in. */
const STORAGE_KEY = 'bulkRun';
const NO_RUN = { id: '', isDelete: false };

const ASK_MS = 1000;
/** Without an answer, polls become less frequent, up to this interval. */
const SLOWEST = 30;

/** The run that is shown. */
let shown: AbortController | null = null;

/** The message is removed. */
const forget = (): void => {
  clearDraft(STORAGE_KEY);
  shown?.abort();
};

/** Waits for a time, and then until the tab is visible. */
const pause = async (ms: number): Promise<void> => {
  await new Promise((done) => setTimeout(done, ms));
  while (document.hidden) {
    await new Promise((done) => document.addEventListener('visibilitychange', done, { once: true }));
  }
};

/** Reports how the run ended, with an Undo button. */
const reportEnd = ({ id, state, total, done, message, revisions }: Run, action: BulkAction): void => {
  const texts = tasksTexts[action];
  if (revisions.length > 0) {
    const input = { count: done, delete: action === 'delete' };
    addUndoable({ id, operation: 'BulkRun', input, payload: {}, sets: revisions });
  }
  if (state === 'STOPPED') notify.info(texts.stopped(done, total), undoButton(id));
  else if (message === null) notify.success(texts.done(done), undoButton(id));
  else {
    // Left out where the server's words have no translation.
    const reason = refusalText(message, undefined);
    const lastText = done === 0 ? texts.failedAll(reason) : texts.failedSome(done, total, reason);
    notify.error(lastText.trim(), undoButton(id));
  }
};

/** Shows the progress of a run until it ends or the signal aborts; polls every second while the tab is visible. */
const follow = async (
  client: ApolloClient,
  id: string,
  action: BulkAction,
  signal: AbortSignal,
  first?: Run,
): Promise<void> => {
  const toast = `bulkRun:${id}`;
  let isStopping = false;
  let lastText = '';
  let misses = 0;
  signal.addEventListener('abort', () => notify.dismiss(toast));

  const show = (run: Run): void => {
    if (signal.aborted) return;
    if (run.state !== 'RUNNING') {
      forget();
      reportEnd(run, action);
      return;
    }
    const words = tasksTexts[action].progress(run.done, run.total);
    if (isStopping || words === lastText) return;
    lastText = words;
    notify.info(words, { id: toast, action: { label: tasksTexts.stop, onPress: () => void stop() }, isLasting: true });
  };
  const stop = async (): Promise<void> => {
    isStopping = true;
    try {
      const variables = { input: { id, mutationId: newId() } };
      const { data } = await client.mutate({ mutation: StopBulkRunDocument, variables, fetchPolicy: 'no-cache' });
      if (data) show(data.stopBulkRun.run);
    } catch (error) {
      reportError(error, { fallback: tasksTexts.stopFailed });
      lastText = '';
    } finally {
      isStopping = false;
    }
  };
  const ask = async (): Promise<void> => {
    try {
      const { data } = await client.query({ query: BulkRunDocument, variables: { id }, fetchPolicy: 'no-cache' });
      misses = 0;
      if (data?.bulkRun) show(data.bulkRun);
    } catch (error) {
      misses += 1;
      // The run no longer exists.
      if (toAppError(error).code === 'NOT_FOUND' && !signal.aborted) forget();
    }
  };

  if (first) show(first);
  else await ask();
  while (!signal.aborted) {
    await pause(ASK_MS * Math.min(1 + misses, SLOWEST));
    if (!signal.aborted) await ask();
  }
};

/** Shows a run, and stops showing the previous one. */
const begin = (client: ApolloClient, id: string, action: BulkAction, first?: Run): void => {
  shown?.abort();
  shown = new AbortController();
  void follow(client, id, action, shown.signal, first);
};

/** Starts a change of all matching tasks, and shows its progress on every page; refusals are reported. */
export const startBulkRun = async (
  client: ApolloClient,
  { filter, except, count }: AllSelected,
  change: BulkChange,
  action: BulkAction,
): Promise<void> => {
  const input = { filter, except: [...except], ...change, mutationId: newId() };
  try {
    const { data } = await client.mutate({
      mutation: StartBulkRunDocument,
      variables: { input },
      fetchPolicy: 'no-cache',
    });
    if (!data) return;
    const { run } = data.startBulkRun;
    writeDraft(STORAGE_KEY, { id: run.id, isDelete: action === 'delete' });
    begin(client, run.id, action, run);
  } catch (error) {
    const fallback = tasksTexts[action].failed(count);
    // No form shows these fields, and their messages are complete sentences.
    if (toAppError(error).code === 'VALIDATION_FAILED') notify.error(errorText(error, fallback));
    else reportError(error, { fallback });
  }
};

/** Shows the run that this tab has started earlier, if any. Returns a function that stops this. */
export const resumeBulkRun = (client: ApolloClient): (() => void) => {
  const { id, isDelete } = readDraft(STORAGE_KEY, NO_RUN);
  if (id !== '') begin(client, id, isDelete ? 'delete' : 'update');
  return () => shown?.abort();
};
