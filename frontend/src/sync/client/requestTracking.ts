import { ApolloLink, type ApolloClient, type DocumentNode, type OperationVariables } from '@apollo/client';
import { canonicalStringify } from '@apollo/client/utilities';
import { OperationTypeNode } from 'graphql';
import { EMPTY, finalize, Observable, shareReplay, tap } from 'rxjs';
import { isTransient, toAppError } from './errors';

/* A query can race with a change: its answer shows the data at the moment when the server read it, some time before it
   arrives. Changes made meanwhile, by this tab or by an event of the feed, must neither be reverted by the answer nor
   be missing from it. So:
   - An object keeps its highest version, in whatever order answers arrive (`VersionedCache`). The rules below are for
     data without versions: which objects a list contains, and counts.
   - What an event did to the cache is repeated after each query that was in progress (`replayAfterPendingQueries`).
   - A query that is made because of a change is not deduplicated (`NO_DEDUPLICATION`).
   - The echo of an own write waits for the write's answer (`ownWrite`), which brings the object that the event names.
   - A prefetched query is in progress until the page has used it (`prefetchQuery`).
   - The feed begins at the positions in `me`, which is answered before any other query is sent, so changes in between
     are sent again (`startFeed`). */

/**
 * A query that is made because of a change must not be answered by an earlier identical one, with which Apollo Client
 * would merge it.
 */
export const NO_DEDUPLICATION = { queryDeduplication: false };

/** The context of counts and of further pages, which are retried like the page that they belong to. */
export const RETRIED = { ...NO_DEDUPLICATION, isRetried: true };

declare module '@apollo/client' {
  interface DefaultContext {
    /** A query that is sent before its page has loaded. */
    ahead?: boolean;
    /** Retries the query although no page observes it with these variables. */
    isRetried?: boolean;
  }
}

/** After this time, the page has used the answer or never will. */
const PREFETCH_LIFETIME_MS = 30_000;

/** A query in progress, or whose answer is unused, with the work to do afterwards. */
interface PendingQuery {
  answer: Observable<ApolloLink.Result>;
  repeats: (() => void)[];
}

const queriesInProgress = new Set<PendingQuery>();
const ahead = new Map<string, PendingQuery>();

/** Identifies a query. */
export const queryKey = (name: string | undefined, variables: OperationVariables = {}): string =>
  `${name} ${canonicalStringify(variables)}`;

/** The maximum number of failed queries; the oldest is dropped first. */
const MAX_FAILED = 100;

/** Failed queries until their retry. Apollo Client forgets a query's error when the cache changes the query's data. */
export const failedQueries = new Map<string, ApolloLink.Operation>();

/** Whether a later attempt to read may succeed. */
const mayRetry = (error: unknown): boolean =>
  isTransient(error) || ['RATE_LIMITED', 'UNAVAILABLE'].includes(toAppError(error).code);

const recordFailure = (key: string, operation: ApolloLink.Operation, error: unknown): void => {
  failedQueries.delete(key);
  if (!error || !mayRetry(error)) return;
  failedQueries.set(key, operation);
  const [oldest] = failedQueries.keys();
  if (failedQueries.size > MAX_FAILED && oldest !== undefined) failedQueries.delete(oldest);
};

/** Starts in a later task, because processing an immediate answer together with the page would block a slow phone. */
const deferToTask = (answer: PendingQuery['answer']): PendingQuery['answer'] =>
  new Observable((observer) => {
    const timer = setTimeout(() => void answer.subscribe(observer));
    return () => clearTimeout(timer);
  });

/** The maximum number of first queries to track, because nothing is prefetched after the start. */
const FIRST = 50;

/**
 * Tracks each query until it is answered, including repeats, and notes failures. A prefetched query is not sent again,
 * and a query that a faster page has sent is not prefetched.
 */
export const trackQueries = (): ApolloLink => {
  const asked = new Set<string>();
  return new ApolloLink((operation, forward) => {
    if (operation.operationType !== OperationTypeNode.QUERY) return forward(operation);
    const key = queryKey(operation.operationName, operation.variables);
    const isAhead = operation.getContext().ahead === true;
    if (isAhead && asked.has(key)) return EMPTY;
    const early = ahead.get(key);
    ahead.delete(key);
    if (!isAhead && !early && asked.size < FIRST) asked.add(key);
    const note = tap<ApolloLink.Result>({
      next: ({ errors }) => recordFailure(key, operation, errors && { errors }),
      error: (error) => recordFailure(key, operation, error),
    });
    const read = early ?? { answer: forward(operation).pipe(note), repeats: [] };
    queriesInProgress.add(read);
    if (isAhead) {
      read.answer = read.answer.pipe(shareReplay(1));
      ahead.set(key, read);
      setTimeout(() => {
        if (ahead.get(key) !== read) return;
        ahead.delete(key);
        queriesInProgress.delete(read);
      }, PREFETCH_LIFETIME_MS);
      return read.answer;
    }
    return (early ? deferToTask(read.answer) : read.answer).pipe(
      finalize(() => {
        // Deferred, so that the requesters process the answer first.
        setTimeout(() => {
          queriesInProgress.delete(read);
          for (const repeat of read.repeats) repeat();
        });
      }),
    );
  });
};

/**
 * Repeats work after each query in progress, because its answer may have been read before the change and would revert
 * it. Several pieces of work are repeated in their order.
 */
export const replayAfterPendingQueries = (work: () => void): void => {
  for (const { repeats } of queriesInProgress) repeats.push(work);
};

/** The text of a request to the server. */
export interface QueryRequest {
  query: DocumentNode;
  variables: OperationVariables;
}

/** A query that is sent before its page requests it. */
export interface PrefetchRequest extends QueryRequest {
  /** Returns the queries that the page will send because of the answer. */
  followUps?: (data: unknown) => readonly PrefetchRequest[];
}

/** Sends the query of a page whose code is loading; the page uses the answer or the error as its own. */
export const prefetchQuery = (client: ApolloClient, { followUps, ...request }: PrefetchRequest): void => {
  client
    .query({ ...request, fetchPolicy: 'no-cache', context: { ...NO_DEDUPLICATION, ahead: true } })
    .then(({ data }) => followUps?.(data).forEach((following) => prefetchQuery(client, following)))
    // The page reports a failure.
    .catch(() => undefined);
};

/** Drops answers that were prefetched for another person. */
export const clearPrefetched = (): void => {
  for (const read of ahead.values()) queriesInProgress.delete(read);
  ahead.clear();
};

/** The unanswered writes of this tab, by id. */
const pending = new Map<string, Promise<void>>();

const mutationIdOf = ({ operationType, variables }: ApolloLink.Operation): string | undefined => {
  if (operationType !== OperationTypeNode.MUTATION) return undefined;
  const input: unknown = variables.input;
  const isNamed = typeof input === 'object' && input !== null && 'mutationId' in input;
  return isNamed && typeof input.mutationId === 'string' ? input.mutationId : undefined;
};

/** Tracks each write with an id until it is answered, including repeats. */
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

/** Resolves when this write of this tab is answered; undefined if it is not in progress here. */
export const ownWrite = (mutationId: string | null): Promise<void> | undefined =>
  mutationId === null ? undefined : pending.get(mutationId);

/** Resolves when all writes of this tab in progress are answered; undefined if there are none. */
export const ownWrites = (): Promise<unknown> | undefined =>
  pending.size === 0 ? undefined : Promise.all(pending.values());
