import { backOff } from '@contract/backOff';
import { errorText, isTransient, toAppError } from '../client/errors';
import { getToken } from '../../features/account/session/token';
import { outboxTexts } from '../../texts/outbox';
import { groupActions } from '../client/undoableActions';
import type { Outbox } from './outbox';
import { acknowledge, markSent, nextToSend, reject, remove, type Queue, type QueuedWrite } from './queue';

/** The lock held by the tab that sends. */
const LOCK = 'cairn-sender';
/** After this many internal errors a write counts as refused. */
const MAX_FAULTS = 5;
/** With these, a gateway or a portal asks for its own sign-in. Refusals by the server have a code. */
const SIGN_IN_STATUSES: readonly unknown[] = [200, 401, 407, 511];
/** The shortest pause after RATE_LIMITED. */
const RATE_MS = 1000;

export interface Sender {
  /** The queue has changed. */
  wake: () => void;
  /** Ends the pause, because the connection may be back. */
  sendNow: () => void;
  stop: () => void;
}

type Outcome =
  | { kind: 'done'; change: (queue: Queue) => Queue; data?: unknown }
  | { kind: 'refused'; change: (queue: Queue) => Queue }
  | { kind: 'later'; ms?: number; /** The message of an internal error. */ fault?: string }
  /** The sign-in has ended. */
  | { kind: 'over' };

/** A pause that can be ended early. */
const makePause = () => {
  let end: (() => void) | undefined;
  return {
    /** Null until it ends. */
    wait: (ms: number | null): Promise<void> =>
      new Promise((resolve) => {
        const timer = ms === null ? undefined : setTimeout(() => end?.(), ms);
        end = () => {
          clearTimeout(timer);
          end = undefined;
          resolve();
        };
      }),
    cut: () => end?.(),
  };
};

/** Sends a write that is marked as sent. Its answer enters the cache as usual. */
const send = async (
  { client, token, findWrite }: Outbox,
  { id, operation, variables, action }: QueuedWrite,
): Promise<Outcome> => {
  const write = findWrite(operation);
  if (!write) {
    const refusal = { code: 'UNKNOWN', message: outboxTexts.unknownOperation };
    return { kind: 'refused', change: (queue) => reject(queue, id, refusal) };
  }
  // Another tab may have queued it, or this one before a reload.
  if (action !== undefined) groupActions([action, variables.input.mutationId]);
  let data: unknown;
  let versions: Record<string, number> = {};
  try {
    await client.mutate({
      mutation: write.document,
      variables,
      // Sent with its own token, because another person may have signed in since.
      context: { replay: { token } },
      update: (cache, result) => {
        data = result.data;
        if (!data) return;
        write.apply(cache, data, variables.input);
        versions = write.queue.versions?.(data, cache) ?? {};
      },
    });
    return { kind: 'done', change: (queue) => acknowledge(queue, id, versions), data };
  } catch (error) {
    const { code, fields, now, retryAfter } = toAppError(error);
    if (code === 'UNAUTHENTICATED') return { kind: 'over' };
    if (code === 'RATE_LIMITED') return { kind: 'later', ms: Math.max(RATE_MS, (retryAfter ?? 0) * 1000) };
    if (isTransient(error) || code === 'UNAVAILABLE') return { kind: 'later' };
    const status = code === 'UNKNOWN' ? (error as { statusCode?: unknown }).statusCode : undefined;
    if (SIGN_IN_STATUSES.includes(status)) return { kind: 'later' };
    // A gateway's 403 may be a sign-in as well as a filter that dislikes this text.
    if (code === 'INTERNAL' || status === 403) return { kind: 'later', fault: errorText(error) };
    if (code === 'NOT_FOUND' && write.queue.isDoneWhenGone) {
      return { kind: 'done', change: (queue) => remove(queue, [id]) };
    }
    const message = Object.values(fields).flat()[0] ?? errorText(error);
    return { kind: 'refused', change: (queue) => reject(queue, id, { code, message, ...(now && { now }) }) };
  }
};

/**
 * Sends the queue in order, one write at a time, from one tab. A write without an answer is repeated with growing pauses; the
 * server recognizes it by its `mutationId` and does it once.
 */
export const startSender = (outbox: Outbox, onSending: (id: string | null) => void): Sender => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const idle = makePause();
  const pause = makePause();
  let failures = 0;
  let faults: { id: string; count: number } = { id: '', count: 0 };

  const isMine = (): boolean => !signal.aborted && getToken() === outbox.token;

  /** Marks the next write as sent; null if another tab has discarded it. */
  const takeNext = async (): Promise<QueuedWrite | null> => {
    const next = nextToSend(outbox.queue());
    if (!next) return null;
    if (next.state === 'sent') return next;
    const queue = await outbox.change((now) => {
      const first = nextToSend(now);
      return first?.id === next.id && first.state === 'waiting' ? markSent(now, next.id) : now;
    });
    return queue.find(({ id, state }) => id === next.id && state === 'sent') ?? null;
  };

  const settle = async (write: QueuedWrite, outcome: Outcome): Promise<void> => {
    const { id, operation, variables } = write;
    if (outcome.kind === 'over') {
      stopping.abort();
      return;
    }
    if (outcome.kind === 'later') {
      const { ms, fault } = outcome;
      failures += 1;
      if (fault !== undefined) faults = { id, count: faults.id === id ? faults.count + 1 : 1 };
      if (fault !== undefined && faults.count >= MAX_FAULTS) {
        await outbox.change((queue) => reject(queue, id, { code: 'INTERNAL', message: fault }));
      } else {
        onSending(null);
        await pause.wait(ms ?? backOff(failures));
      }
      return;
    }
    failures = 0;
    const hasData = outcome.kind === 'done' && outcome.data !== undefined;
    await outbox.change(outcome.change, hasData ? { operation, variables, data: outcome.data } : undefined);
    onSending(null);
  };

  const run = async (): Promise<void> => {
    while (isMine()) {
      if (!nextToSend(outbox.queue())) {
        await idle.wait(null);
        continue;
      }
      const write = await takeNext();
      if (!write || !isMine()) continue;
      onSending(write.id);
      await settle(write, await send(outbox, write));
    }
  };

  /** Repeats after a storage failure, which may be temporary. */
  const runOn = async (): Promise<void> => {
    while (isMine()) {
      try {
        await run();
      } catch {
        failures += 1;
        await pause.wait(backOff(failures));
      }
    }
  };

  navigator.locks
    .request(LOCK, { signal }, runOn)
    // Aborted before the lock was free.
    .catch(() => undefined);

  return {
    wake: idle.cut,
    sendNow: () => {
      failures = 0;
      idle.cut();
      pause.cut();
    },
    stop: () => {
      stopping.abort();
      idle.cut();
      pause.cut();
    },
  };
};
