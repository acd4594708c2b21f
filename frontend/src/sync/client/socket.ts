import { ApolloLink, Observable } from '@apollo/client';
import { print } from '@apollo/client/utilities';
import { createClient } from 'graphql-ws';
import { LIMITS } from '@contract/limits';
import { socketUrl } from '../../lib/socketUrl';
import { storePosition } from './position';

/** Without other messages, each side sends a ping at this interval. */
const PING_MS = 15_000;
const PONG_MS = 5_000;
/** Close code of a socket whose session has ended. */
const UNAUTHORIZED = 4401;

interface SocketOptions {
  getToken: () => string | null;
  /** Called when the server has accepted the socket. */
  onUp: () => void;
  /** Called when the socket is closed, or does not answer; its subscriptions have ended. */
  onDown: () => void;
  /** Called when the session of this token has ended. */
  onUnauthenticated: (token: string) => void;
}

export interface Socket {
  /** Carries the subscriptions that have this link in their context. */
  link: ApolloLink;
  close: () => void;
}

/**
 * One WebSocket, which connects with its first subscription and never reconnects. A reconnecting client would resend
 * the original variables forever, so each subscription uses a new socket.
 */
export const openSocket = ({ getToken, onUp, onDown, onUnauthenticated }: SocketOptions): Socket => {
  let token: string | null = null;
  let noAnswer: ReturnType<typeof setTimeout> | undefined;
  const dispose = (): void => {
    clearTimeout(noAnswer);
    // The client waits for a pending connection before it closes it, and throws if that was refused.
    Promise.resolve(client.dispose()).catch(() => undefined);
  };
  const down = (): void => {
    // Also prevents the client from connecting again after a normal closure.
    dispose();
    onDown();
  };
  const client = createClient({
    url: socketUrl(),
    connectionParams: () => {
      token = getToken();
      return { token };
    },
    retryAttempts: 0,
    connectionAckWaitTimeout: LIMITS.requestTimeoutMs,
    keepAlive: PING_MS,
    on: {
      connected: onUp,
      ping: (received) => {
        if (!received) noAnswer = setTimeout(down, PONG_MS);
      },
      pong: (received) => {
        if (received) clearTimeout(noAnswer);
      },
      closed: (event) => {
        const isEnded = event instanceof CloseEvent && event.code === UNAUTHORIZED;
        if (isEnded && token !== null) onUnauthenticated(token);
        down();
      },
    },
  });

  const link = new ApolloLink(
    ({ query, variables, operationName }) =>
      new Observable((observer) =>
        client.subscribe<Record<string, unknown>, Record<string, unknown>>(
          { query: print(query), variables, operationName },
          {
            next: (result) => {
              storePosition(result.extensions?.['position'] as string | undefined);
              observer.next(result);
            },
            error: (error) => observer.error(error instanceof Error ? error : new Error('The socket closed')),
            complete: () => observer.complete(),
          },
        ),
      ),
  );
  return { link, close: dispose };
};
