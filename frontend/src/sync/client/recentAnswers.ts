import { ApolloLink } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { Observable, tap } from 'rxjs';
import { queryKey } from './requestTracking';

declare module '@apollo/client' {
  interface DefaultContext {
    /** Set when a page is opened whose answer the feed keeps up to date. */
    pageVisit?: PageVisit;
  }
}

/** The state of one page: only its first request may be answered from here. */
export interface PageVisit {
  hasQueried: boolean;
}

interface StoredAnswer {
  result: ApolloLink.Result;
  minute: number;
}

/** The maximum number of answers; the least recently used one is dropped first. */
const MAX_ANSWERS = 20;

const answers = new Map<string, StoredAnswer>();
let isFollowing = false;
/** Increases with each change, so that an answer that was requested earlier is not stored. */
let changes = 0;

/** Part of the key, because overdue tasks and those due today change with the time. */
const minuteNow = (): number => Math.floor(Date.now() / 60_000);

/** Called when something has changed, so that the server may answer differently. */
export const clearAnswers = (): void => {
  changes += 1;
  answers.clear();
};

/** Stores answers only while the feed, which reports changes, is connected. */
export const enableAnswerReuse = (isConnected: boolean): void => {
  isFollowing = isConnected;
  clearAnswers();
};

const storeAnswer = (key: string, result: ApolloLink.Result, asOf: number, minute: number): void => {
  answers.delete(key);
  if (!isFollowing || asOf !== changes || result.errors || !result.data) return;
  answers.set(key, { result, minute });
  const [oldest] = answers.keys();
  if (answers.size > MAX_ANSWERS && oldest !== undefined) answers.delete(oldest);
};

const findRecent = (key: string): ApolloLink.Result | undefined => {
  const answer = answers.get(key);
  return answer?.minute === minuteNow() ? answer.result : undefined;
};

/**
 * Answers the first query of a reopened page with the server's last answer, if nothing has changed since: no event of
 * the feed, no write of this tab, no lost connection, and still the same minute. So people who go back and forth query
 * each page once.
 */
export const reuseRecentAnswers = (getToken: () => string | null): ApolloLink =>
  new ApolloLink((operation, forward) => {
    if (operation.operationType === OperationTypeNode.MUTATION) {
      clearAnswers();
      return forward(operation).pipe(tap({ finalize: clearAnswers }));
    }
    const { pageVisit } = operation.getContext();
    if (!pageVisit) return forward(operation);
    const key = `${getToken()} ${queryKey(operation.operationName, operation.variables)}`;
    const ask = (): Observable<ApolloLink.Result> => {
      const asOf = changes;
      const minute = minuteNow();
      return forward(operation).pipe(tap((result) => storeAnswer(key, result, asOf, minute)));
    };
    const isFirst = !pageVisit.hasQueried;
    pageVisit.hasQueried = true;
    if (!isFirst || !findRecent(key)) return ask();
    // In a later task, so that the page is painted from the cache first; an event may arrive before it.
    return new Observable((observer) => {
      const timer = setTimeout(() => {
        const result = findRecent(key);
        if (!result) return observer.add(ask().subscribe(observer));
        observer.next(result);
        observer.complete();
        return undefined;
      });
      return () => clearTimeout(timer);
    });
  });
