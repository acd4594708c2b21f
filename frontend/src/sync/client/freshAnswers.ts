import { ApolloLink } from '@apollo/client';
import { canonicalStringify } from '@apollo/client/utilities';
import { OperationTypeNode } from 'graphql';
import { Observable, tap } from 'rxjs';

declare module '@apollo/client' {
  interface DefaultContext {
    /** Set by a page that is opened, whose answer the feed keeps up to date. */
    opening?: Opening;
  }
}

/** The state of one page: only its first request may be answered here. */
export interface Opening {
  isAsked: boolean;
}

interface Kept {
  result: ApolloLink.Result;
  minute: number;
}

/** The least recently used answer is dropped first. */
const MOST = 20;

const kept = new Map<string, Kept>();
let isFollowing = false;
/** Grows with each change, so that an answer requested before it is not stored. */
let changes = 0;

/** Overdue tasks and those due today change with the minute. */
const minuteNow = (): number => Math.floor(Date.now() / 60_000);

/** Something has changed: the server may answer differently from now on. */
export const forgetAnswers = (): void => {
  changes += 1;
  kept.clear();
};

/** Answers are stored only while the feed is connected, which reports changes. */
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
 * Answers a page that is opened again with what the server said last, if nothing has changed since: no event of the feed, no
 * write of this tab, no lost connection, and the same minute. Who goes back and forth between pages asks each once.
 */
export const spareAnswers = (getToken: () => string | null): ApolloLink =>
  new ApolloLink((operation, forward) => {
    if (operation.operationType === OperationTypeNode.MUTATION) {
      forgetAnswers();
      return forward(operation).pipe(tap({ finalize: forgetAnswers }));
    }
    const { opening } = operation.getContext();
    if (!opening) return forward(operation);
    const key = `${getToken()} ${operation.operationName} ${canonicalStringify(operation.variables)}`;
    const ask = (): Observable<ApolloLink.Result> => {
      const asOf = changes;
      const minute = minuteNow();
      return forward(operation).pipe(tap((result) => keep(key, result, asOf, minute)));
    };
    const isFirst = !opening.isAsked;
    opening.isAsked = true;
    if (!isFirst || !freshOf(key)) return ask();
    // In a later task, so that the page is painted from the cache first; an event may come before it.
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
