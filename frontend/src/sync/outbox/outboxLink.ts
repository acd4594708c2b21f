import type { ApolloLink } from '@apollo/client';
import { catchError, defer, from, switchMap, throwError, type Observable } from 'rxjs';
import { outboxTexts } from '../../texts/outbox';
import { notify } from '../../ui/notify';
import { isTransient } from '../client/errors';
import { QUEUED, type OutboxLink } from '../client/links';
import { actionOf } from '../client/undoableActions';
import type { FindWrite, StoredInput } from '../writes/defineWrite';
import { openOutbox, type Outbox, type OutboxParts } from './outbox';
import { enqueue, MAX_QUEUE, mustQueue, type QueuedWrite } from './queue';

/** Returns the write in its stored form, which has only plain values; null if it cannot be queued. */
const toQueuedWrite = (
  { client, operationName, variables }: ApolloLink.Operation,
  findWrite: FindWrite,
): QueuedWrite | null => {
  const write = findWrite(operationName);
  const plain = JSON.parse(JSON.stringify(variables)) as { input?: Partial<StoredInput> };
  const { input } = plain;
  if (!write || !input?.mutationId) return null;
  const named = { ...input, mutationId: input.mutationId };
  const action = actionOf(named.mutationId);
  return {
    ...write.queue.effect(named),
    id: named.mutationId,
    ...(action !== named.mutationId && { action }),
    operation: operationName ?? '',
    variables: { input: named },
    at: Date.now(),
    title: write.queue.title(client.cache, named) ?? '',
    state: 'waiting',
  };
};

/** Stores a write. If that fails, reports the reason, and the write fails as it would without an outbox. */
const store = async (outbox: Outbox, write: QueuedWrite): Promise<ApolloLink.Result> => {
  let isFull = false;
  try {
    await outbox.change((queue) => {
      const next = enqueue(queue, write);
      isFull = next === null;
      return next ?? queue;
    });
  } catch {
    notify.error(outboxTexts.cannotKeep);
    throw new TypeError(outboxTexts.cannotKeep);
  }
  if (!isFull) return QUEUED;
  notify.error(outboxTexts.full(MAX_QUEUE));
  throw new TypeError(outboxTexts.full(MAX_QUEUE));
};

/**
 * Reports that a write could not be stored, in addition to the error of the lost connection. Without HTTPS, the page
 * shows this permanently, so it is not reported.
 */
const reportUnstored = (answer: Observable<ApolloLink.Result>): Observable<ApolloLink.Result> =>
  answer.pipe(
    catchError((error: unknown) => {
      if (isTransient(error) && window.isSecureContext) notify.error(outboxTexts.cannotKeep);
      return throwError(() => error);
    }),
  );

/**
 * Sends a write immediately if nothing is queued before it and there is a connection. Otherwise, or if it gets no
 * answer, queues it.
 */
export const makeOutboxLink =
  (parts: OutboxParts): OutboxLink =>
  (operation, forward) => {
    const write = toQueuedWrite(operation, parts.findWrite);
    if (!write) return forward(operation);

    const send = (outbox: Outbox): Observable<ApolloLink.Result> =>
      forward(operation).pipe(
        catchError((error: unknown) => {
          // It may have arrived, so it must not be changed any more.
          return isTransient(error) ? from(store(outbox, { ...write, state: 'sent' })) : throwError(() => error);
        }),
      );

    return defer(() => from(openOutbox(operation.client, parts))).pipe(
      switchMap((outbox) => {
        if (!outbox) return reportUnstored(forward(operation));
        return !navigator.onLine || mustQueue(outbox.queue(), write) ? from(store(outbox, write)) : send(outbox);
      }),
    );
  };
