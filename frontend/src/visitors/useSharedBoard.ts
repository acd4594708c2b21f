import { useCallback, useEffect, useRef, useState } from 'react';
import { readStored, writeStored } from '../lib/storage';
import { followLink } from './followLink';
import { type LinkKey, readBoard, readTasks, type SharedBoard, SharedError, type SharedTaskPage } from './sharedApi';

/** The minimum interval between two reads of the board. */
const SPACING_MS = 2_000;

/** How many tasks were shown per column. */
type Shown = Readonly<Record<string, number>>;

const countShown = (board: SharedBoard | null): Shown =>
  Object.fromEntries((board?.columns ?? []).map(({ id, tasks }) => [id, tasks.length]));

const addPage = (board: SharedBoard, columnId: string, { tasks, next }: SharedTaskPage): SharedBoard => ({
  ...board,
  columns: board.columns.map((column) =>
    column.id === columnId ? { ...column, tasks: [...column.tasks, ...tasks], next } : column,
  ),
});

const isGone = (error: unknown): boolean => error instanceof SharedError && error.code === 'NOT_FOUND';

/** Whether a later read may succeed: without a connection, over a limit, or if the server is busy or restarting. */
const mayPass = ({ code }: SharedError): boolean =>
  code === undefined || code === 'RATE_LIMITED' || code === 'UNAVAILABLE';

/**
 * The answer for a column that was deleted meanwhile: it has no more tasks. If the link has ended instead, the next read
 * of the board reports it.
 */
const NO_TASKS: SharedTaskPage = { tasks: [], next: null };
const orNone = (error: unknown): SharedTaskPage => {
  if (isGone(error)) return NO_TASKS;
  throw error;
};

/** Reads the board, and as many tasks of each column as are shown; more may be shown while it is read. */
async function readShown(link: LinkKey, shown: () => Shown): Promise<SharedBoard> {
  let board = await readBoard(link);
  for (;;) {
    const counts = shown();
    const short = board.columns.find(({ id, tasks, next }) => next !== null && tasks.length < (counts[id] ?? 0));
    if (!short || short.next === null) return board;
    board = addPage(board, short.id, await readTasks(link, short.id, short.next).catch(orNone));
  }
}

export type SharedState = 'loading' | 'shown' | 'locked' | 'ended' | 'failed';

/** A key is stored as long as the tab, so that a reload does not ask for the password again. */
const keyName = (token: string) => `shared:${token}` as const;

/** Returns the content of a shared link, kept up to date. */
export const useSharedBoard = (token: string) => {
  const [key, setKey] = useState(() => readStored(keyName(token)));
  const [board, setBoard] = useState<SharedBoard | null>(null);
  const [state, setState] = useState<SharedState>('loading');
  /** Set while the visible data may be outdated. */
  const [failure, setFailure] = useState<SharedError | null>(null);
  const latest = useRef({ board, wanted: 0, readAt: 0, isReading: false, isAsked: false, timer: 0 });

  const again = useRef<() => void>(() => undefined);

  const readIn = useCallback((ms: number): void => {
    clearTimeout(latest.current.timer);
    latest.current.timer = window.setTimeout(() => again.current(), ms);
  }, []);

  const show = useCallback((next: SharedBoard): void => {
    latest.current.board = next;
    setBoard(next);
    setState('shown');
    setFailure(null);
  }, []);

  const fail = useCallback(
    (error: unknown): void => {
      const refusal = error instanceof SharedError ? error : new SharedError('INTERNAL', 0);
      if (refusal.code === 'NOT_FOUND') setState('ended');
      else if (refusal.code === 'UNAUTHENTICATED' || refusal.code === 'VALIDATION_FAILED') {
        writeStored(keyName(token), null);
        setKey(null);
        setState('locked');
      } else {
        setFailure(refusal);
        if (latest.current.board === null) setState('failed');
      }
    },
    [token],
  );

  /** Reads the board now, or as soon as the interval allows. Only one request runs at a time. */
  const read = useCallback(async (): Promise<void> => {
    const now = latest.current;
    if (now.isReading) {
      // What the running request returns can be older, for example if the link has just ended.
      now.isAsked = true;
      return;
    }
    now.isReading = true;
    now.isAsked = false;
    clearTimeout(now.timer);
    now.readAt = Date.now();
    let wait = SPACING_MS;
    let isMissing = false;
    try {
      show(await readShown({ token, key }, () => countShown(now.board)));
    } catch (error) {
      fail(error);
      if (error instanceof SharedError && mayPass(error)) {
        wait = error.retrySeconds * 1_000;
        isMissing = true;
      }
    } finally {
      now.isReading = false;
    }
    // a replica can return an older state than the announced one
    isMissing ||= now.isAsked || (now.board !== null && now.board.revision < now.wanted);
    if (isMissing) readIn(wait);
  }, [token, key, show, fail, readIn]);

  useEffect(() => {
    const now = latest.current;
    again.current = () => void read();
    again.current();
    return () => clearTimeout(now.timer);
  }, [read]);

  const isShown = state === 'shown';
  useEffect(() => {
    if (!isShown) return undefined;
    const now = latest.current;
    const readSoon = (): void => {
      const isBehind = now.board !== null && now.board.revision < now.wanted;
      // it is also read after the running request, and when the page becomes visible again
      if (!isBehind || now.isReading || document.visibilityState === 'hidden') return;
      clearTimeout(now.timer);
      now.timer = window.setTimeout(() => void read(), Math.max(0, now.readAt + SPACING_MS - Date.now()));
    };
    document.addEventListener('visibilitychange', readSoon);
    const stop = followLink(
      { token, key },
      {
        onRevision: (revision) => {
          now.wanted = Math.max(now.wanted, revision);
          readSoon();
        },
        onEnded: () => void read(),
      },
    );
    return () => {
      stop();
      document.removeEventListener('visibilitychange', readSoon);
    };
  }, [isShown, token, key, read]);

  return {
    board,
    state,
    failure,
    readAgain: read,
    /** Opens a link that has a password. */
    unlock: (next: string): void => {
      writeStored(keyName(token), next);
      setState('loading');
      setKey(next);
    },
    /** Shows the next tasks of a column. */
    showMore: async (columnId: string, after: string): Promise<void> => {
      try {
        const page = await readTasks({ token, key }, columnId, after);
        const { board: known } = latest.current;
        if (!known) return;
        if (known.columns.some(({ id, next }) => id === columnId && next === after)) {
          show(addPage(known, columnId, page));
        }
      } catch (error) {
        // NOT_FOUND means that the column was deleted or that the link has ended. Reading the board shows which.
        if (isGone(error)) await read();
        else fail(error);
        // Ends the message about it, which would otherwise stay until the board changes.
        if (error instanceof SharedError && mayPass(error)) readIn(error.retrySeconds * 1_000);
      }
    },
  };
};
