import { ApolloLink } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { Observable, tap } from 'rxjs';
import { queryKey } from './requestTracking';

declare module '@apollo/client' {
  interface DefaultContext {
    /** Set when a page is opened whose answer the feed keeps up to date. */
    opening?: Opening;
  }
}

/** The state of one page: only its first request may be answered from here. */
export interface Opening {
  isAsked: boolean;
}

interface Kept {
  result: ApolloLink.Result;
  minute: number;
}

/** The maximum number of answers; the least recently used one is dropped first. */
const MOST = 20;

const kept = new Map<string, Kept>();
let isFollowing = false;
/** Increases with each change, so that an answer that was requested earlier is not stored. */
let changes = 0;

/** Part of the key, because overdue tasks and those due today change with the time. */
const minuteNow = (): number => Math.floor(Date.now() / 60_000);

/** Called when something has changed, so that the server may answer differently. */
export const forgetAnswers = (): void => {
  changes += 1;
  kept.clear();
};

/** Stores answers only while the feed, which reports changes, is connected. */
export const keepAnswers = (isConnected: boolean): void => {
  isFollowing = isConnected;
  forgetAnswers();
};

const keep = (key: string, result: ApolloLink.Result, asOf: number, minute: number): void => {
  kept.delete(key);
  if (!isFollowing || asOf !== changes || result.errors || !result.data) return;
  kept.set(key, { result, minute });
  const [oldest] = kept.keys();
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
};

const freshOf = (key: string): ApolloLink.Result | undefined => {
  const answer = kept.get(key);
  return answer?.minute === minuteNow() ? answer.result : undefined;
};

/**
 * Answers the first query of a reopened page with the server's last answer, if nothing has changed since: no event of
 * the feed, no write of this tab, no lost connection, and still the same minute. So people who go back and forth query
 * each page once.
 */
export const spareAnswers = (getToken: () => string | null): ApolloLink =>
  new ApolloLink((operation, forward) => {
    if (operation.operationType === OperationTypeNode.MUTATION) {
      forgetAnswers();
      return forward(operation).pipe(tap({ finalize: forgetAnswers }));
    }
    const { opening } = operation.getContext();
    if (!opening) return forward(operation);
    const key = `${getToken()} ${queryKey(operation.operationName, operation.variables)}`;
    const ask = (): Observable<ApolloLink.Result> => {
      const asOf = changes;
      const minute = minuteNow();
      return forward(operation).pipe(tap((result) => keep(key, result, asOf, minute)));
    };
    const isFirst = !opening.isAsked;
    opening.isAsked = true;
    if (!isFirst || !freshOf(key)) return ask();
    // In a later task, so that the page is painted from the cache first; an event may arrive before it.
    return new Observable((observer) => {
      const timer = setTimeout(() => {
        const result = freshOf(key);
        if (!result) return observer.add(ask().subscribe(observer));
        observer.next(result);
        observer.complete();
        return undefined;
      });
      return () => clearTimeout(timer);
    });
  });
