import { backOff } from '@contract/backOff';
import { errorText, isTransient, toAppError } from '../client/errors';
import { getToken } from '../../features/account/session/token';
import { waitingTexts } from '../../texts/waiting';
import { operationOf } from './operations';
import type { Outbox } from './outbox';
import { answer, freeze, nextOf, refuse, remove, type Queue, type Write } from './queue';

/** One tab of a browser sends. */
const LOCK = 'cairn-sender';
/** So often a server may fail at a write before that counts as its answer. */
const MOST_FAULTS = 5;
/** At least so long it is left in peace when it asks for that. */
const RATE_MS = 1000;

export interface Sender {
  /** Something may have come that can be sent. */
  wake: () => void;
  /** The connection may be back: does not wait any longer. */
  sendNow: () => void;
  stop: () => void;
}

/** What came of sending a write. */
type Outcome =
  | { kind: 'done'; change: (queue: Queue) => Queue; data?: unknown }
  | { kind: 'refused'; change: (queue: Queue) => Queue }
  | { kind: 'later'; ms?: number; /** What it says of a failure of its own. */ fault?: string }
  /** The sign-in has ended. */
  | { kind: 'over' };

/** Waits that can be cut short. */
const makePause = () => {
  let end: (() => void) | undefined;
  return {
    /** For so long; without a number until somebody cuts it short. */
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

/** Sends a write that is frozen; the answer comes into the cache as if it had never waited. */
const send = async ({ client, token }: Outbox, { id, operation: name, variables }: Write): Promise<Outcome> => {
  const operation = operationOf(name);
  if (!operation) {
    const refusal = { code: 'UNKNOWN', message: waitingTexts.unknownOperation };
    return { kind: 'refused', change: (queue) => refuse(queue, id, refusal) };
  }
  let data: unknown;
  let versions: Record<string, number> = {};
  try {
    await client.mutate({
      mutation: operation.document,
      variables,
      // In the name of whose write it is, whoever has signed in meanwhile.
      context: { hasWaited: { token } },
      update: (cache, result) => {
        data = result.data;
        if (!data) return;
        operation.answer(cache, data);
        versions = operation.versions?.(data, cache) ?? {};
      },
    });
    return { kind: 'done', change: (queue) => answer(queue, id, versions), data };
  } catch (error) {
    const { code, fields, now, retryAfter } = toAppError(error);
    if (code === 'UNAUTHENTICATED') return { kind: 'over' };
    if (code === 'RATE_LIMITED') return { kind: 'later', ms: Math.max(RATE_MS, (retryAfter ?? 0) * 1000) };
    if (isTransient(error) || code === 'UNAVAILABLE') return { kind: 'later' };
    if (code === 'INTERNAL') return { kind: 'later', fault: errorText(error) };
    if (code === 'NOT_FOUND' && operation.isDoneWhenGone) {
      return { kind: 'done', change: (queue) => remove(queue, [id]) };
    }
    const message = Object.values(fields).flat()[0] ?? errorText(error);
    return { kind: 'refused', change: (queue) => refuse(queue, id, { code, message, ...(now && { now }) }) };
  }
};

/**
 * Sends what waits, in order, one at a time, from one tab. What gets no answer is sent again until it has one, a little
 * later each time; the server knows it by its `mutationId` and does it once.
 */
export const startSender = (outbox: Outbox, onSending: (id: string | null) => void): Sender => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const idle = makePause();
  const pause = makePause();
  let failures = 0;
  let faults: { id: string; count: number } = { id: '', count: 0 };

  const isMine = (): boolean => !signal.aborted && getToken() === outbox.token;

  /** Freezes the next write on the device before it is sent; null when another tab has taken it back meanwhile. */
  const takeNext = async (): Promise<Write | null> => {
    const next = nextOf(outbox.queue());
    if (!next) return null;
    if (next.state === 'sent') return next;
    const queue = await outbox.change((now) => {
      const first = nextOf(now);
      return first?.id === next.id && first.state === 'waiting' ? freeze(now, next.id) : now;
    });
    return queue.find(({ id, state }) => id === next.id && state === 'sent') ?? null;
  };

  const settle = async (write: Write, outcome: Outcome): Promise<void> => {
    const { id, operation, variables } = write;
    if (outcome.kind === 'over') {
      stopping.abort();
      return;
    }
    if (outcome.kind === 'later') {
      const { ms, fault } = outcome;
      failures += 1;
      if (fault !== undefined) faults = { id, count: faults.id === id ? faults.count + 1 : 1 };
      if (fault !== undefined && faults.count >= MOST_FAULTS) {
        await outbox.change((queue) => refuse(queue, id, { code: 'INTERNAL', message: fault }));
      } else {
        onSending(null);
        await pause.wait(ms ?? backOff(failures));
      }
      return;
    }
    failures = 0;
    const isTold = outcome.kind === 'done' && outcome.data !== undefined;
    await outbox.change(outcome.change, isTold ? { operation, variables, data: outcome.data } : undefined);
    onSending(null);
  };

  const run = async (): Promise<void> => {
    while (isMine()) {
      if (!nextOf(outbox.queue())) {
        await idle.wait(null);
        continue;
      }
      const write = await takeNext();
      if (!write || !isMine()) continue;
      onSending(write.id);
      await settle(write, await send(outbox, write));
    }
  };

  /** A storage that fails once may do again: what waits is kept, and tried a little later. */
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
    // Given up before its turn came.
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
