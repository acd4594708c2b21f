import type { ApolloLink } from '@apollo/client';
import { catchError, defer, from, switchMap, throwError, type Observable } from 'rxjs';
import { isTransient } from '../client/errors';
import { WAITS, type Carry } from '../client/links';
import { waitingTexts } from '../../texts/waiting';
import { notify } from '../../ui/notify';
import { operationOf } from './operations';
import { openOutbox, type Outbox } from './outbox';
import { join, MOST, mustWait, type Input, type Write } from './queue';

/** The write as it is kept: plain values alone, with a name of its own. */
const writeOf = ({ client, operationName, variables }: ApolloLink.Operation): Write | null => {
  const operation = operationOf(operationName);
  const plain = JSON.parse(JSON.stringify(variables)) as { input?: Partial<Input> };
  const { input } = plain;
  if (!operation || !input?.mutationId) return null;
  const named = { ...input, mutationId: input.mutationId };
  return {
    ...operation.effect(named),
    id: named.mutationId,
    operation: operationName ?? '',
    variables: { input: named },
    at: Date.now(),
    title: operation.title(client.cache, named),
    state: 'waiting',
  };
};

/** Keeps a write on the device; where that cannot be done it says why, and the write fails as without a connection. */
const keep = async (outbox: Outbox, write: Write): Promise<ApolloLink.Result> => {
  let isFull = false;
  try {
    await outbox.change((queue) => {
      const next = join(queue, write);
      isFull = next === null;
      return next ?? queue;
    });
  } catch {
    notify.error(waitingTexts.cannotKeep);
    throw new TypeError(waitingTexts.cannotKeep);
  }
  if (!isFull) return WAITS;
  notify.error(waitingTexts.full(MOST));
  throw new TypeError(waitingTexts.full(MOST));
};

/** Where nothing can be kept, a lost connection is told with that. What the frame says of an address without HTTPS is enough. */
const unkept = (answer: Observable<ApolloLink.Result>): Observable<ApolloLink.Result> =>
  answer.pipe(
    catchError((error: unknown) => {
      if (isTransient(error) && window.isSecureContext) notify.error(waitingTexts.cannotKeep);
      return throwError(() => error);
    }),
  );

/**
 * The way of a write. Where nothing waits and there is a connection, it goes to the server as ever; where it finds no
 * connection, or would overtake what waits, it waits on the device. What cannot be kept there fails as it would have
 * without all this, so that whoever wrote it still has it.
 */
export const carry: Carry = (operation, forward) => {
  const write = writeOf(operation);
  if (!write) return forward(operation);

  const direct = (outbox: Outbox): Observable<ApolloLink.Result> =>
    forward(operation).pipe(
      catchError((error: unknown) => {
        // It may have arrived: it is frozen from the beginning.
        return isTransient(error) ? from(keep(outbox, { ...write, state: 'sent' })) : throwError(() => error);
      }),
    );

  return defer(() => from(openOutbox(operation.client))).pipe(
    switchMap((outbox) => {
      if (!outbox) return unkept(forward(operation));
      return !navigator.onLine || mustWait(outbox.queue(), write) ? from(keep(outbox, write)) : direct(outbox);
    }),
  );
};
