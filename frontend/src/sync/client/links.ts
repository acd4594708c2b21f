import { ApolloLink } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { BaseHttpLink } from '@apollo/client/link/http';
import { RetryLink } from '@apollo/client/link/retry';
import { OperationTypeNode } from 'graphql';
import { EMPTY, Observable } from 'rxjs';
import { LIMITS } from '@contract/limits';
import { getDevice } from '../../lib/device';
import { traceparent } from '../../lib/traceparent';
import { trackUndoable } from './undoableActions';
import { isTimeout, isTransient, toAppError } from './errors';
import { reuseRecentAnswers } from './recentAnswers';
import { trackQueries, trackMutations } from './requestTracking';
import { positionHeader, storePosition } from './position';

declare module '@apollo/client' {
  interface DefaultContext {
    /** The token that this request was sent with. */
    token?: string | null;
    /** The link to the socket of a subscription. */
    socket?: ApolloLink;
    /** A queued write that is being sent, with the session that made it. */
    replay?: { token: string };
    /** Writes with the same key are sent one after another. */
    serialKey?: string;
    /** When the person must get an answer of any kind: no repeat lasts longer. */
    answerBy?: number;
    /** How long a person waits for this request, if longer than the default. */
    patienceMs?: number;
  }
}

const MAX_ATTEMPTS = 3;
/** With less time left, a repeat would only be cut off. */
const REPEAT_MIN_MS = 500;

/**
 * Whether this operation may be sent twice: queries always, writes only if the server can recognize them by their id.
 */
const isRepeatable = ({ operationType, variables }: ApolloLink.Operation): boolean => {
  if (operationType === OperationTypeNode.QUERY) return true;
  const input: unknown = variables.input;
  return typeof input === 'object' && input !== null && 'mutationId' in input && typeof input.mutationId === 'string';
};

/** A person waits ten seconds for an answer, including all repeats. */
const limitTime = (): ApolloLink =>
  new ApolloLink((operation, forward) => {
    // Writes that can take longer set `patienceMs`.
    const { patienceMs = LIMITS.requestTimeoutMs } = operation.getContext();
    operation.setContext({ answerBy: Date.now() + patienceMs });
    return forward(operation);
  });

const timeLeft = (answerBy: number | undefined): number =>
  answerBy === undefined ? LIMITS.requestTimeoutMs : Math.max(answerBy - Date.now(), 0);

const retry = (): ApolloLink =>
  new RetryLink({
    delay: { initial: 300, max: 2000, jitter: true },
    attempts: {
      max: MAX_ATTEMPTS,
      retryIf: (error, operation) =>
        isRepeatable(operation) && isTransient(error) && timeLeft(operation.getContext().answerBy) > REPEAT_MIN_MS,
    },
  });

declare global {
  interface Window {
    /** The request that early.js has sent before this code was loaded. */
    __asked__?: { body: string; authorization: string; answer: Promise<Response> } | undefined;
  }
}

/** Returns the answer to this request if early.js has sent it. Works once, because a repeat needs a new answer. */
const takePrefetched = ({ body, headers }: RequestInit = {}): Promise<Response> | undefined => {
  const asked = window.__asked__;
  if (asked?.body !== body || new Headers(headers).get('authorization') !== asked?.authorization) return undefined;
  delete window.__asked__;
  return asked?.answer;
};

/** Uses the early answer. Sends the request again if that failed, unless it used up the time limit. */
const fetchOrTakePrefetched: typeof fetch = (input, init) => {
  const asked = takePrefetched(init)?.catch((error: unknown) => {
    if (isTimeout(error)) throw error;
    return fetch(input, init);
  });
  return (asked ?? fetch(input, init)).then((answer) => {
    storePosition(answer.headers.get('position'));
    return answer;
  });
};

interface LinkOptions {
  getToken: () => string | null;
  /** Called when a request with this token was refused as not signed in. */
  onUnauthenticated: (token: string) => void;
  /** Sends a write, or queues it on the device. */
  outboxLink?: OutboxLink;
}

/** Sends a write by `forward`, or queues it and returns `QUEUED`. */
export type OutboxLink = (
  operation: ApolloLink.Operation,
  forward: ApolloLink.ForwardFunction,
) => Observable<ApolloLink.Result>;

/** The answer to a queued write. It has no data, so it does not change the cache. */
export const QUEUED: ApolloLink.Result = { data: null, extensions: { isQueued: true } };

/** Returns whether the write is queued on the device. Its success must not be reported then. */
export const isQueued = (result: { extensions?: Record<string, unknown> | undefined } | undefined): boolean =>
  result?.extensions?.['isQueued'] === true;

/**
 * Sends writes with the same `serialKey` one after another: each may name an object that an earlier one creates or moves, and
 * an older answer cannot arrive after a newer one.
 */
const serialLink = (): ApolloLink => {
  const last = new Map<string, Promise<void>>();
  return new ApolloLink((operation, forward) => {
    const { serialKey } = operation.getContext();
    if (serialKey === undefined) return forward(operation);
    return new Observable((observer) => {
      const before = last.get(serialKey) ?? Promise.resolve();
      const over = new Promise<void>((resolve) => observer.add(resolve));
      const own = before.then(() => over);
      last.set(serialKey, own);
      void own.then(() => {
        if (last.get(serialKey) === own) last.delete(serialKey);
      });
      void before.then(() => {
        if (!observer.closed) observer.add(forward(operation).subscribe(observer));
      });
    });
  });
};

const queueWrites = (outboxLink: OutboxLink): ApolloLink =>
  new ApolloLink((operation, forward) =>
    operation.operationType === OperationTypeNode.MUTATION && !operation.getContext().replay
      ? outboxLink(operation, forward)
      : forward(operation),
  );

/** Subscriptions use the socket in their context, which has its own errors and its own token. */
const overSocket = (): ApolloLink =>
  new ApolloLink((operation) => {
    const { socket } = operation.getContext();
    if (!socket) throw new Error(`${operation.operationName} needs a socket in its context.`);
    return socket.request(operation, () => EMPTY);
  });

/** The link for requests: errors, repeats, the token, and HTTP with its time limit. */
const overHttp = ({ getToken, onUnauthenticated, outboxLink }: LinkOptions): ApolloLink =>
  ApolloLink.from([
    serialLink(),
    trackUndoable(),
    trackMutations(),
    trackQueries(),
    reuseRecentAnswers(getToken),
    new ErrorLink(({ error, operation }) => {
      const { token } = operation.getContext();
      if (token && toAppError(error).code === 'UNAUTHENTICATED') onUnauthenticated(token);
    }),
    limitTime(),
    retry(),
    ...(outboxLink ? [queueWrites(outboxLink)] : []),
    new SetContextLink(({ headers, replay, answerBy }) => {
      const token = replay ? replay.token : getToken();
      const authorization = token ? { authorization: `Bearer ${token}` } : {};
      // A request of a hidden page does not count as a visit.
      const unseen = document.visibilityState === 'hidden' && { 'X-Unseen': '1' };
      const held = { 'X-Device': getDevice(), ...positionHeader(), ...traceparent() };
      const fetchOptions = { signal: AbortSignal.timeout(timeLeft(answerBy)) };
      return { token, fetchOptions, headers: { ...headers, ...held, ...unseen, ...authorization } };
    }),
    new BaseHttpLink({ uri: '/graphql', fetch: fetchOrTakePrefetched }),
  ]);

/** The links to the server: HTTP and, for subscriptions, a socket. */
export const makeLink = (options: LinkOptions): ApolloLink =>
  ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    overSocket(),
    overHttp(options),
  );
