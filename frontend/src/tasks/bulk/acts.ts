import { LIMITS } from '@contract/limits';
import { errorText, reportError, toAppError } from '../../graphql/errors';
import { tasksTexts } from '../../texts/tasks';
import { notify } from '../../ui/notify';

/** Some of the tasks that are to be changed: those that the server takes in one go, all of them or none. */
export interface Act {
  ids: readonly string[];
  mutationId: string;
}

/** So many tasks at a time as the server takes. */
export const inActs = (ids: readonly string[], size: number = LIMITS.bulkMax): string[][] => {
  const parts: string[][] = [];
  for (let start = 0; start < ids.length; start += size) parts.push(ids.slice(start, start + size));
  return parts;
};

/** What is done. */
export type Verb = 'update' | 'delete';

export interface ActOptions {
  run: (act: Act) => Promise<void>;
  /** When the act is over, whatever came of it. */
  after?: (act: Act) => void;
  /** How many tasks it was done to so far. */
  onProgress?: (done: number, total: number) => void;
  /** Ends it after the act that is under way. */
  signal?: AbortSignal;
  verb: Verb;
}

/** After these the acts that are left would fail alike. */
const POINTLESS: readonly string[] = ['NETWORK', 'RATE_LIMITED', 'UNAUTHENTICATED'];

const reason = (error: unknown, fallback: string): string =>
  toAppError(error).code === 'NOT_FOUND' ? tasksTexts.goneReason : errorText(error, fallback);

/** Does one act after another; says what failed, and how much of it was done. Answers whether all was. */
export const reportActs = async (acts: readonly Act[], options: ActOptions): Promise<boolean> => {
  const { run, after, onProgress, signal, verb } = options;
  const total = acts.reduce((sum, { ids }) => sum + ids.length, 0);
  let done = 0;
  let failure: unknown;
  const isPointless = (): boolean => failure !== undefined && POINTLESS.includes(toAppError(failure).code);
  for (const act of acts) {
    onProgress?.(done, total);
    try {
      if (signal?.aborted || isPointless()) continue;
      await run(act);
      done += act.ids.length;
    } catch (error) {
      failure ??= error;
    } finally {
      after?.(act);
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
