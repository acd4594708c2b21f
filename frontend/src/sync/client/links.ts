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
import { noteActs } from './acts';
import { isTimeout, isTransient, toAppError } from './errors';
import { spareAnswers } from './freshAnswers';
import { noteReads, noteWrites } from './order';
import { heldPosition, notePosition } from './position';

declare module '@apollo/client' {
  interface DefaultContext {
    /** The token that this request carried. */
    token?: string | null;
    /** The way of a subscription: the socket that it lives on. */
    socket?: ApolloLink;
    /** A write that has waited on the device and is sent now, in the name of whoever made it. */
    hasWaited?: { token: string };
    /** Writes of the same name go one after another. */
    turn?: string;
    /** When a person has to have an answer, whatever it is: no repeat lasts longer. */
    answerBy?: number;
  }
}

const MAX_ATTEMPTS = 3;
/** With less time left a repeat would only be cut off. */
const REPEAT_MIN_MS = 500;

/** May this operation be sent twice? A query always; a write only when the server can recognise it by its id. */
const isRepeatable = ({ operationType, variables }: ApolloLink.Operation): boolean => {
  if (operationType === OperationTypeNode.QUERY) return true;
  const input: unknown = variables.input;
  return typeof input === 'object' && input !== null && 'mutationId' in input && typeof input.mutationId === 'string';
};

/** A person waits ten seconds for an answer, however often the request is repeated. */
const limitTime = (): ApolloLink =>
  new ApolloLink((operation, forward) => {
    operation.setContext({ answerBy: Date.now() + LIMITS.requestTimeoutMs });
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
    /** What early.js has asked before this code was here. */
    __asked__?: { body: string; authorization: string; answer: Promise<Response> } | undefined;
  }
}

/** The answer to this very request, if it was asked ahead; once, for a repeat wants another. */
const takeAsked = ({ body, headers }: RequestInit = {}): Promise<Response> | undefined => {
  const asked = window.__asked__;
  if (asked?.body !== body || new Headers(headers).get('authorization') !== asked?.authorization) return undefined;
  delete window.__asked__;
  return asked?.answer;
};

/** Takes what was asked ahead; asks once more where that failed, unless it took all the time there is. */
const fetchOrTake: typeof fetch = (input, init) => {
  const asked = takeAsked(init)?.catch((error: unknown) => {
    if (isTimeout(error)) throw error;
    return fetch(input, init);
  });
  return (asked ?? fetch(input, init)).then((answer) => {
    notePosition(answer.headers.get('position'));
    return answer;
  });
};

interface LinkOptions {
  getToken: () => string | null;
  /** A request that carried this token was refused as not signed in. */
  onUnauthenticated: (token: string) => void;
  /** Takes a write to the server, or lets it wait on the device. */
  carry?: Carry;
}

/** The way of a write: `forward` sends it once. What waits is answered by `WAITS`. */
export type Carry = (
  operation: ApolloLink.Operation,
  forward: ApolloLink.ForwardFunction,
) => Observable<ApolloLink.Result>;

/** In place of an answer: the write waits on the device. It has no data, so nothing of it comes into the cache. */
export const WAITS: ApolloLink.Result = { data: null, extensions: { waits: true } };

/** Does it wait on the device, so that nobody may be told that it is done? */
export const waits = (result: { extensions?: Record<string, unknown> | undefined } | undefined): boolean =>
  result?.extensions?.['waits'] === true;

/**
 * Writes that name a `turn` in their context go one after another: each may name what an earlier one has made or moved, and an
 * answer can then never come before that of an older write.
 */
const inTurn = (): ApolloLink => {
  const last = new Map<string, Promise<void>>();
  return new ApolloLink((operation, forward) => {
    const { turn } = operation.getContext();
    if (turn === undefined) return forward(operation);
    return new Observable((observer) => {
      const before = last.get(turn) ?? Promise.resolve();
      const over = new Promise<void>((resolve) => observer.add(resolve));
      const own = before.then(() => over);
      last.set(turn, own);
      void own.then(() => {
        if (last.get(turn) === own) last.delete(turn);
      });
      void before.then(() => {
        if (!observer.closed) observer.add(forward(operation).subscribe(observer));
      });
    });
  });
};

const carryWrites = (carry: Carry): ApolloLink =>
  new ApolloLink((operation, forward) =>
    operation.operationType === OperationTypeNode.MUTATION && !operation.getContext().hasWaited
      ? carry(operation, forward)
      : forward(operation),
  );

/** Subscriptions go over the socket that they name, which has its own errors and its own token. */
const overSocket = (): ApolloLink =>
  new ApolloLink((operation) => {
    const { socket } = operation.getContext();
    if (!socket) throw new Error(`${operation.operationName} needs a socket in its context.`);
    return socket.request(operation, () => EMPTY);
  });

/** The way of a request: errors, repeats, the token, HTTP with its time limit. */
const overHttp = ({ getToken, onUnauthenticated, carry }: LinkOptions): ApolloLink =>
  ApolloLink.from([
    inTurn(),
    noteActs(),
    noteWrites(),
    noteReads(),
    spareAnswers(getToken),
    new ErrorLink(({ error, operation }) => {
      const { token } = operation.getContext();
      if (token && toAppError(error).code === 'UNAUTHENTICATED') onUnauthenticated(token);
    }),
    limitTime(),
    retry(),
    ...(carry ? [carryWrites(carry)] : []),
    new SetContextLink(({ headers, hasWaited, answerBy }) => {
      const token = hasWaited ? hasWaited.token : getToken();
      const authorization = token ? { authorization: `Bearer ${token}` } : {};
      // What a page asks for that nobody looks at is no visit.
      const unseen = document.visibilityState === 'hidden' && { 'X-Unseen': '1' };
      const held = { 'X-Device': getDevice(), ...heldPosition(), ...traceparent() };
      const fetchOptions = { signal: AbortSignal.timeout(timeLeft(answerBy)) };
      return { token, fetchOptions, headers: { ...headers, ...held, ...unseen, ...authorization } };
    }),
    new BaseHttpLink({ uri: '/graphql', fetch: fetchOrTake }),
  ]);

/** The ways to the server: HTTP, and for subscriptions a socket. */
export const makeLink = (options: LinkOptions): ApolloLink =>
  ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    overSocket(),
    overHttp(options),
  );
