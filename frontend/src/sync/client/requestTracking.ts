import { ApolloLink, type ApolloClient, type DocumentNode, type OperationVariables } from '@apollo/client';
import { canonicalStringify } from '@apollo/client/utilities';
import { OperationTypeNode } from 'graphql';
import { EMPTY, finalize, Observable, shareReplay } from 'rxjs';

/*
 * A read races a change. An answer tells of the moment at which the server read, some time before it is here; what has
 * changed meanwhile, by this tab or by an event of the feed, must neither be undone by it nor be missing from it. So:
 *
 * - An object keeps its highest version, whatever comes in which order (`VersionedCache`). The rest is for what has none:
 *   which objects a list has, and how many.
 * - What an event did to the cache is done once more after each read that was under way (`replayAfterPendingQueries`).
 * - A read that is made because of a change is a request of its own (`NO_DEDUPLICATION`).
 * - The echo of an own write waits for the write's answer (`ownWrite`), which brings the object that the event names.
 * - A read that is sent ahead of the page that shows it is under way until the page has taken it (`prefetchQuery`).
 * - The feed begins where `me` says that the projects stand, and `me` is answered before anything else is asked: what
 *   happens between is sent again (`startFeed`).
 */

/**
 * A request that is made because something has changed must not be served by one that was sent before the change, which
 * Apollo Client would take for the same.
 */
export const NO_DEDUPLICATION = { queryDeduplication: false };

declare module '@apollo/client' {
  interface DefaultContext {
    /** A query that is sent before its page has loaded. */
    ahead?: boolean;
  }
}

/** After this time, the page has used the answer or never will. */
const AHEAD_MS = 30_000;

/** A query without an answer, or whose answer is unused: the work to do afterwards. */
interface Read {
  answer: Observable<ApolloLink.Result>;
  repeats: (() => void)[];
}

const underWay = new Set<Read>();
const ahead = new Map<string, Read>();

/** Starts in a later task: an immediate answer would block a slow phone together with the page that asks. */
const inOwnTask = (answer: Read['answer']): Read['answer'] =>
  new Observable((observer) => {
    const timer = setTimeout(() => void answer.subscribe(observer));
    return () => clearTimeout(timer);
  });

/** How many of the first queries are stored: nothing is prefetched later than at the start. */
const FIRST = 50;

/**
 * Notes each query until it is answered, however often it has to be sent; one that was sent ahead is not sent again, and one
 * that the page has asked by itself, as its code was faster, is not sent ahead.
 */
export const trackQueries = (): ApolloLink => {
  const asked = new Set<string>();
  return new ApolloLink((operation, forward) => {
    if (operation.operationType !== OperationTypeNode.QUERY) return forward(operation);
    const key = `${operation.operationName} ${canonicalStringify(operation.variables)}`;
    const isAhead = operation.getContext().ahead === true;
    if (isAhead && asked.has(key)) return EMPTY;
    const early = ahead.get(key);
    ahead.delete(key);
    if (!isAhead && !early && asked.size < FIRST) asked.add(key);
    const read = early ?? { answer: forward(operation), repeats: [] };
    underWay.add(read);
    if (isAhead) {
      read.answer = read.answer.pipe(shareReplay(1));
      ahead.set(key, read);
      setTimeout(() => {
        if (ahead.get(key) !== read) return;
        ahead.delete(key);
        underWay.delete(read);
      }, AHEAD_MS);
      return read.answer;
    }
    return (early ? inOwnTask(read.answer) : read.answer).pipe(
      finalize(() => {
        // The requesters process the answer first.
        setTimeout(() => {
          underWay.delete(read);
          for (const repeat of read.repeats) repeat();
        });
      }),
    );
  });
};

/**
 * Does something once more after each query that is under way now: its answer may have been read before what is done here
 * happened, and would take it back. What is done twice at different times is repeated in its order.
 */
export const replayAfterPendingQueries = (work: () => void): void => {
  for (const { repeats } of underWay) repeats.push(work);
};

/** The text of a request to the server. */
export interface Question {
  query: DocumentNode;
  variables: OperationVariables;
}

/** A query that is sent before its page asks. */
export interface FirstQuestion extends Question {
  /** Returns what the page will ask because of the answer. */
  followUps?: (data: unknown) => readonly FirstQuestion[];
}

/** Sends the query of a page whose code is loading; the page takes the answer, or the error, as its own. */
export const prefetchQuery = (client: ApolloClient, question: FirstQuestion): void => {
  client
    .query({ ...question, fetchPolicy: 'no-cache', context: { ...NO_DEDUPLICATION, ahead: true } })
    .then(({ data }) => question.followUps?.(data).forEach((following) => prefetchQuery(client, following)))
    // The page reports a failure.
    .catch(() => undefined);
};

/** Answers that were prefetched for another person are dropped. */
export const clearPrefetched = (): void => {
  for (const read of ahead.values()) underWay.delete(read);
  ahead.clear();
};

/** The writes of this tab that are not answered yet, by the id they carry. */
const pending = new Map<string, Promise<void>>();

const mutationIdOf = ({ operationType, variables }: ApolloLink.Operation): string | undefined => {
  if (operationType !== OperationTypeNode.MUTATION) return undefined;
  const input: unknown = variables.input;
  const isNamed = typeof input === 'object' && input !== null && 'mutationId' in input;
  return isNamed && typeof input.mutationId === 'string' ? input.mutationId : undefined;
};

/** Tracks each write with an id until it is answered, however often it has to be sent. */
export const trackMutations = (): ApolloLink =>
  new ApolloLink((operation, forward) => {
    const mutationId = mutationIdOf(operation);
    if (mutationId === undefined) return forward(operation);
    let settle = (): void => undefined;
    const settled = new Promise<void>((resolve) => {
      settle = resolve;
    });
    pending.set(mutationId, settled);
    return forward(operation).pipe(
      finalize(() => {
        pending.delete(mutationId);
        // Waiters continue after the requesters have processed the answer.
        setTimeout(settle);
      }),
    );
  });

/** Ends when this write of this tab is answered; undefined when it is not under way here. */
export const ownWrite = (mutationId: string | null): Promise<void> | undefined =>
  mutationId === null ? undefined : pending.get(mutationId);

/** Ends when all writes of this tab that are under way now are answered; undefined when there are none. */
export const ownWrites = (): Promise<unknown> | undefined =>
  pending.size === 0 ? undefined : Promise.all(pending.values());
